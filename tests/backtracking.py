"""Proof that a regular expression reads a text in steps that grow with its length alone.

A matcher that goes back tries the paths of an automaton one after another. Their number
grows without bound where two of them can read the same word over and over:

* exponentially where a state has two ways back to itself on one word, ``(a|a)*b``;
* as a power where a state ``p`` returns to itself, leads to ``q``, and ``q`` returns to
  itself, all on one word, ``a*a*b``. A search is such a state too, because it can begin
  anywhere, so that ``a*b`` is enough.

Paths are dropped only where the matcher certainly drops them: behind a possessive repeat or
an atomic group, and where the match has succeeded already.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from re import _constants as op  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]

# A repeat of at most so many characters is a constant factor.
SMALL = 1000

_FAR = {0x85, 0xA0, 0xB2, 0xE9, 0x130, 0x3C0, 0x660, 0x2028, 0x2081, 0x2212, 0x4E00, 0xFEFF}
_ALWAYS = (True, True)

Edge = tuple[int, Callable[[int | None, int], tuple[bool, bool]]]
State = tuple[int, int | None]


class _Automaton:
    """The paths of one pattern: a state is a node behind a character, and that character.

    Characters that no class of the pattern tells apart are one. A condition answers for the
    characters on both sides whether a path may pass and whether it certainly does.
    """

    def __init__(self, pattern: str | bytes, flags: int, repeated: bool, endless: bool) -> None:
        tree = parser.parse(pattern, flags)
        self.flags = tree.state.flags
        self.ascii = isinstance(pattern, bytes) or bool(self.flags & re.ASCII)
        self.endless = endless
        self.edges: dict[int, list[Edge]] = defaultdict(list)
        self.reads: dict[int, tuple[frozenset[int], int]] = {}
        self.within: dict[int, frozenset[int]] = {}
        self.nodes = 0
        self.characters = self._kinds(tree, 256 if isinstance(pattern, bytes) else 0x110000)
        self.skip = self._node(frozenset())
        start = self._node(frozenset())
        if repeated:
            self.reads[self.skip] = (frozenset(self.characters), self.skip)
        self._join(self.skip, start)
        self.accept = self._build(tree, start)

    def _kinds(self, tree: Iterable, top: int) -> list[int]:
        classes: list = []
        _collect(tree, classes)
        values = {value for one in classes for value in _values(one)}
        near = {value + step for value in values for step in (-1, 0, 1)}
        near |= {ord(other) for v in values for other in _cases(v)}
        kinds: dict[tuple[bool, ...], int] = {}
        for code in sorted(near | _FAR | set(range(128))):
            if 0 <= code < top:
                about = [self._holds(one, code) for one in classes]
                kinds.setdefault((*about, self._word(code), code == 10), code)
        return list(kinds.values())

    def _word(self, code: int | None) -> bool:
        return code is not None and self._category("WORD", code)

    def _category(self, name: str, code: int) -> bool:
        sign = {"WORD": r"\w", "DIGIT": r"\d", "SPACE": r"\s"}[name]
        return bool(re.match(sign, chr(code), re.ASCII if self.ascii else 0))

    def _holds(self, item: tuple, code: int) -> bool:
        kind, value = item
        if kind is op.ANY:
            return bool(self.flags & re.DOTALL) or code != 10
        if kind is op.IN:
            negated = value[0][0] is op.NEGATE
            return negated != any(self._holds(one, code) for one in value[negated:])
        if kind is op.CATEGORY:
            name = str(value).removeprefix("CATEGORY_")
            return self._category(name.removeprefix("NOT_"), code) != name.startswith("NOT_")
        if kind is op.NOT_LITERAL:
            return not self._holds((op.LITERAL, value), code)
        low, high = (value, value) if kind is op.LITERAL else value
        same = {code} | ({ord(c) for c in _cases(code)} if self.flags & re.IGNORECASE else set())
        return any(low <= one <= high for one in same)

    def _node(self, within: frozenset[int]) -> int:
        self.nodes += 1
        self.within[self.nodes] = within
        return self.nodes

    def _join(self, start: int, end: int, condition=lambda before, behind: _ALWAYS) -> None:
        self.edges[start].append((end, condition))

    def _then(self, start: int, condition) -> int:
        end = self._node(self.within[start])
        self._join(start, end, condition)
        return end

    def _build(self, items: Iterable, at: int) -> int:
        for item in items:
            at = self._add(item, at)
        return at

    def _add(self, item: tuple, at: int) -> int:
        kind, value = item
        if _is_class(kind):
            end = self._node(self.within[at])
            front = self._then(at, lambda before, behind: _ALWAYS)
            self.reads[front] = (self._class(item), end)
            return end
        if kind is op.SUBPATTERN:
            return self._build(value[3], at)
        if kind is op.ATOMIC_GROUP:
            if len(value) == 1 and value[0][0] is op.MAX_REPEAT:
                return self._repeat(value[0][1], at, possessive=True)
            inside = self._node(self.within[at] | {self.nodes})
            self._join(at, inside)
            end = self._node(self.within[at])
            self._join(self._build(value, inside), end)
            return end
        if kind is op.BRANCH:
            end = self._node(self.within[at])
            for branch in value[1]:
                self._join(self._build(branch, self._then(at, lambda b, n: _ALWAYS)), end)
            return end
        if kind in (op.MAX_REPEAT, op.MIN_REPEAT, op.POSSESSIVE_REPEAT):
            return self._repeat(value, at, kind is op.POSSESSIVE_REPEAT)
        if kind is op.AT:
            return self._then(at, self._place(str(value)))
        if kind in (op.ASSERT, op.ASSERT_NOT):
            return self._look(kind is op.ASSERT, value, at)
        raise NotImplementedError(f"{kind} is not understood")

    def _repeat(self, value: tuple, at: int, possessive: bool) -> int:
        least, most, body = value
        leave: Callable = lambda before, behind: _ALWAYS  # noqa: E731
        within = self.within[at]
        end = self._node(within)
        if possessive:
            surely = self._surely(body)
            one = _width(body) == (1, 1)
            leave = lambda b, behind: (behind not in surely, one or behind not in surely)  # noqa: E731
            inside = self._node(within | {self.nodes})
            self._join(at, inside)
            at = inside
        for _ in range(min(least, 2)):
            at = self._build(body, at)
        if most > SMALL or (self.endless and most > 2):
            # The place behind a turn is one of its own: a turn of an outer loop enters anew.
            again = self._node(self.within[at])
            turn = self._node(self.within[at])
            for place in (at, again):
                self._join(place, end, leave)
                self._join(place, turn)
            self._join(self._build(body, turn), again)
            return end
        for _ in range(min(most - least, 2)):
            self._join(at, end, leave)
            at = self._build(body, self._then(at, lambda before, behind: _ALWAYS))
        self._join(at, end)
        return end

    def _class(self, item: tuple) -> frozenset[int]:
        return frozenset(c for c in self.characters if self._holds(item, c))

    def _surely(self, items: Sequence) -> frozenset[int]:
        """Characters each of which alone is enough for a match of the items."""
        if not items or not _may_be_empty(items[1:]):
            return frozenset()
        kind, value = items[0]
        if _is_class(kind):
            return self._class(items[0])
        if kind is op.SUBPATTERN:
            return self._surely(value[3])
        if kind is op.ATOMIC_GROUP:
            return self._surely(value)
        if kind is op.BRANCH:
            return frozenset().union(*map(self._surely, value[1]))
        repeats = kind in (op.MAX_REPEAT, op.POSSESSIVE_REPEAT) and value[0] < 2
        return self._surely(value[2]) if repeats else frozenset()

    def _first(self, items: Sequence) -> frozenset[int] | None:
        """Characters that a match of the items can begin with; None where it may be empty."""
        if not items:
            return None
        (kind, value), rest = items[0], items[1:]
        if _is_class(kind):
            return self._class(items[0])
        if kind is op.BRANCH:
            firsts = [self._first([*branch, *rest]) for branch in value[1]]
            return None if None in firsts else frozenset().union(*firsts)  # type: ignore[arg-type]
        if kind in (op.SUBPATTERN, op.ATOMIC_GROUP):
            return self._first([*(value[3] if kind is op.SUBPATTERN else value), *rest])
        if kind in (op.MAX_REPEAT, op.MIN_REPEAT, op.POSSESSIVE_REPEAT) and value[0]:
            return self._first(value[2])
        return None

    def _look(self, wanted: bool, value: tuple, at: int) -> int:
        way, body = value
        alone = self._surely(body) if len(body) == 1 and _width(body) == (1, 1) else None
        if way < 0:
            if alone is None:
                return self._then(at, lambda before, behind: (True, False))
            return self._then(at, lambda before, behind: ((before in alone) == wanted,) * 2)
        if alone is None:
            self._build(body, self._then(at, lambda before, behind: _ALWAYS))
            first = self._first(body) if wanted else None
            return self._then(at, lambda b, behind: (first is None or behind in first, False))
        return self._then(at, lambda before, behind: ((behind in alone) == wanted,) * 2)

    def _place(self, name: str):
        lines = bool(self.flags & re.MULTILINE)
        if name == "AT_BEGINNING":
            return lambda before, behind: (before is None or (lines and before == 10),) * 2
        if name == "AT_BEGINNING_STRING":
            return lambda before, behind: (before is None,) * 2
        if name == "AT_END":
            return lambda before, behind: (behind == 10, lines)
        if name == "AT_END_STRING":
            return lambda before, behind: (False, False)
        inside = name == "AT_NON_BOUNDARY"
        return lambda before, behind: ((self._word(before) == self._word(behind)) == inside,) * 2

    def moves(self, state: State, behind: int) -> tuple[list[tuple[State, int]], bool]:
        """The states that one more character leads to, and whether the match has succeeded."""
        found: list[tuple[State, int]] = []
        succeeded = False
        # A path may be closed to this character, but certain to be open to a later one.
        stack = [(state[0], True, True, frozenset([state[0]]))]
        while stack:
            node, passes, certain, seen = stack.pop()
            succeeded |= certain and node == self.accept
            if passes and node in self.reads and behind in self.reads[node][0]:
                found.append(((self.reads[node][1], behind), node))
            for end, condition in self.edges[node]:
                if end in seen:
                    continue
                if passes:
                    allowed, surely = condition(state[1], behind)
                else:
                    allowed = False
                    surely = all(condition(state[1], one)[1] for one in self.characters)
                if allowed or (certain and surely):
                    stack.append((end, passes and allowed, certain and surely, seen | {end}))
        return found, succeeded


def fault(pattern: str | bytes, flags: int = 0, method: str = "search") -> str | None:
    """Say how the steps of a pattern grow; None where they grow with the text alone.

    Args:
        pattern: The pattern.
        flags: Its flags.
        method: The function of `re` that uses it.
    """
    repeated = method not in ("match", "fullmatch")
    for endless in (True, False):
        automaton = _Automaton(pattern, flags, repeated, endless)
        steps, loops = _steps(automaton, method != "fullmatch")
        groups = _components(loops)
        if endless:
            if word := _exponential(loops, groups):
                return f"exponential on {word!r}"
        elif word := _power(automaton, steps, loops, groups):
            return f"a power on {word!r}"
    return None


Steps = dict[State, dict[int, list[tuple[State, int]]]]


def _steps(automaton: _Automaton, ends_early: bool) -> tuple[Steps, Steps]:
    """All steps that can be reached, and those that are not behind a match."""
    start: State = (automaton.skip, None)
    steps: Steps = {}
    loops: Steps = {}
    left = [start]
    while left:
        state = left.pop()
        if state in steps:
            continue
        steps[state], loops[state] = {}, {}
        for character in automaton.characters:
            found, succeeded = automaton.moves(state, character)
            steps[state][character] = found
            skips = [one for one in found if one[0][0] == automaton.skip]
            loops[state][character] = skips if succeeded and ends_early else found
            left += [end for end, _ in found]
    return steps, loops


def _exponential(loops: Steps, groups: dict[State, int]) -> str | None:
    """A character at which a state has two ways back to itself."""
    pairs: dict[tuple, list[tuple]] = {}
    forks: list[tuple[tuple, tuple, int]] = []
    left: list[tuple] = [(state, state) for state in loops]
    while left:
        pair = left.pop()
        if pair in pairs:
            continue
        pairs[pair] = []
        one, other = pair
        for character, ends in loops[one].items():
            others = loops[other].get(character, [])
            for end, edge in ends:
                for rival, other_edge in others:
                    if not groups[end] == groups[one] == groups[other] == groups[rival]:
                        continue
                    pairs[pair].append((end, rival))
                    left.append((end, rival))
                    if one != other or (end, edge) != (rival, other_edge):
                        forks.append((pair, (end, rival), character))
            if one == other:
                forks += [
                    (pair, (end, end), character)
                    for (end, _), times in Counter(ends).items()
                    if times > 1 and groups[end] == groups[one]
                ]
    both = _components({pair: {0: [(end, 0) for end in ends]} for pair, ends in pairs.items()})
    meets = {both[one, other] for one, other in pairs if one == other}
    for pair, end, character in forks:
        if both[pair] == both[end] and both[pair] in meets:
            return chr(character)
    return None


def _power(
    automaton: _Automaton, steps: Steps, loops: Steps, groups: dict[State, int]
) -> str | None:
    """A word on which one loop returns, leads to another, and that one returns."""
    members: dict[int, list[State]] = defaultdict(list)
    for state, group in groups.items():
        members[group].append(state)
    loop = {
        group: states
        for group, states in members.items()
        if len(states) > 1
        or any(end == states[0] for ends in loops[states[0]].values() for end, _ in ends)
    }
    reach = _reach(steps, groups, loop)
    for first, states in loop.items():
        atomic = frozenset.intersection(*(automaton.within[node] for node, _ in states))
        searching = states[0][0] == automaton.skip
        between = steps if searching else loops
        for last in reach[first]:
            for q in loop[last]:
                if atomic - automaton.within[q[0]]:
                    continue
                for p in states:
                    # All three paths end on one character.
                    alike = p != q and p[1] == q[1]
                    if alike and (word := _pumped(loops, between, groups, p, q)):
                        return word
    return None


def _pumped(loops: Steps, between: Steps, groups: dict, p: State, q: State) -> str | None:
    seen = {(p, p, q): ""}
    left = [(p, p, q)]
    while left:
        one, two, three = here = left.pop(0)
        for character, ends in loops[three].items():
            for c, _ in ends:
                if groups[c] != groups[q]:
                    continue
                for a, _ in loops[one].get(character, ()):
                    if groups[a] != groups[p]:
                        continue
                    for b, _ in between[two].get(character, ()):
                        after = (a, b, c)
                        if after == (p, q, q):
                            return seen[here] + chr(character)
                        if after not in seen:
                            seen[after] = seen[here] + chr(character)
                            left.append(after)
    return None


def _reach(steps: Steps, groups: dict[State, int], loop: dict) -> dict[int, list[int]]:
    """The loops that each loop leads to, itself included."""
    found = {}
    for group, states in loop.items():
        seen = set(states)
        left = list(states)
        while left:
            for ends in steps[left.pop()].values():
                new = {end for end, _ in ends} - seen
                seen |= new
                left += new
        found[group] = sorted({groups[state] for state in seen} & set(loop))
    return found


def _components(graph: dict) -> dict:
    """The strongly connected component of each state."""
    back: dict = defaultdict(list)
    order: list = []
    seen: set = set()
    for root in graph:
        stack = [] if root in seen else [(root, iter(_ends(graph, root)))]
        seen.add(root)
        while stack:
            state, ends = stack[-1]
            for end in ends:
                back[end].append(state)
                if end not in seen:
                    seen.add(end)
                    stack.append((end, iter(_ends(graph, end))))
                    break
            else:
                order.append(state)
                stack.pop()
    groups: dict = {}
    for number, root in enumerate(reversed(order)):
        left = [root]
        while left:
            state = left.pop()
            if state not in groups:
                groups[state] = number
                left += back[state]
    return groups


def _ends(graph: dict, state: State) -> list:
    return [end for ends in graph[state].values() for end, _ in ends]


def _is_class(kind: object) -> bool:
    return kind in (op.LITERAL, op.NOT_LITERAL, op.ANY, op.IN)


def _width(items: Iterable) -> tuple[int, int]:
    low, high = parser.SubPattern(parser.State(), list(items)).getwidth()
    return low, high


def _may_be_empty(items: Iterable) -> bool:
    """Return True where the items can match no character at all, wherever they stand."""
    return all(kind in _REPEATS and value[0] == 0 for kind, value in items)


_REPEATS = (op.MAX_REPEAT, op.MIN_REPEAT, op.POSSESSIVE_REPEAT)


def _collect(value: object, classes: list) -> None:
    """Gather the classes of characters of a parsed pattern."""
    if isinstance(value, tuple) and len(value) == 2 and _is_class(value[0]):
        classes.append(value)
    elif isinstance(value, tuple | list | parser.SubPattern):
        for one in value:
            _collect(one, classes)


def _values(item: tuple) -> Iterable[int]:
    kind, value = item
    if kind is op.IN:
        return [one for part in value if part[0] is not op.NEGATE for one in _values(part)]
    if kind is op.RANGE:
        return value
    return [value] if kind in (op.LITERAL, op.NOT_LITERAL) else []


def _cases(code: int) -> set[str]:
    return {c for c in (chr(code).lower(), chr(code).upper()) if len(c) == 1}
