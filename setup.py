"""What pyproject.toml cannot say: where the bundled data lie in the wheel."""

from setuptools import find_packages, setup

DATA = ("arch", "ctraj", "jconfig", "jtraj", "links", "work_env")

setup(
    packages=[*find_packages(include=["rvs", "rvs.*"]), *(f"rvs.data.{name}" for name in DATA)],
    package_dir={"": ".", **{f"rvs.data.{name}": name for name in DATA}},
    package_data={
        "": [
            "*.arch",
            "*.jtraj",
            "*.jconfig",
            "*.ctraj",
            "*.env",
            "*.body",
            "*.rvs",
            "*.glsl",
            "*.ttf",
            "LICENSE*",
            "README*",
            "py.typed",
        ]
    },
)
