"""What people say of games, beside what is measured: means with intervals, and how far the two agree.

An opinion is a pair of answers from 1 to 5: whether to play the game again, and how much was in the player's hands; 0
if the second question was not answered.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from croupier.kernel.statistics import Estimate, mean_of_shares, rank_correlation

Opinions = Sequence[tuple[int, int]]
AGAIN, IN_HANDS = range(2)
"""The questions."""
LOWEST, HIGHEST = 1, 5
ENOUGH = 30
"""How many answers are enough to say how far they agree with a measure."""
FEWEST_GAMES = 4
COMPARED = (
    (AGAIN, "whether one would play it again", "quality", "the quality"),
    (IN_HANDS, "how much was in one's hands", "depth", "the depth, where it is known"),
    (IN_HANDS, "how much was in one's hands", "thinking", "what thinking is worth"),
)
"""What is compared: a question, in words, and a measure, in words."""


def answers(opinions: Opinions, question: int) -> list[int]:
    """The answers to a question."""
    return [opinion[question] for opinion in opinions if opinion[question]]


def mean_answer(opinions: Opinions, question: int) -> Estimate | None:
    """The mean answer to a question with its 95 % interval; None if there is none."""
    given = answers(opinions, question)
    if not given:
        return None
    width = HIGHEST - LOWEST
    shares = [(one - LOWEST) / width for one in given]
    found = mean_of_shares(sum(shares), sum(share * share for share in shares), len(shares))
    return Estimate(*(LOWEST + width * share for share in found))


def agreement(rated: Sequence[tuple[Opinions, Mapping[str, float]]]) -> list[str]:
    """How far people agree with measures, in sentences; `rated` has the opinions of each game, and what was measured.
    [] if there are no opinions."""
    said = []
    if not any(opinions for opinions, _ in rated):
        return []
    for question, asked, measure, called in COMPARED:
        games = [(opinions, measures[measure]) for opinions, measures in rated if measure in measures]
        pairs = [(found.mean, value) for opinions, value in games if (found := mean_answer(opinions, question))]
        count = sum(len(answers(opinions, question)) for opinions, _ in games)
        about = f"People's answers about {asked} and {called}: {count} answers about {len(pairs)} games"
        if count < ENOUGH or len(pairs) < FEWEST_GAMES:
            said.append(f"{about}. From {ENOUGH} answers about {FEWEST_GAMES} games on, this says how far they agree.")
            continue
        without = [rank_correlation([*pairs[:at], *pairs[at + 1 :]]) for at in range(len(pairs))]
        said.append(
            f"{about}, rank correlation {rank_correlation(pairs):+.2f} (Kendall; {min(without):+.2f} to "
            f"{max(without):+.2f} without any one game)."
        )
    return said
