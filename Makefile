# Everything needs only git, make and python3 (3.11 or newer).
PYTHON ?= python3

.PHONY: run test lint prepare clean

run test lint prepare:
	@$(PYTHON) tools/project.py $@

clean:
	rm -rf .venv build dist rvs.egg-info rvs_robots.egg-info pictures .mypy_cache .ruff_cache .pytest_cache .hypothesis
