"""A network learns Leduc hold'em by self-play, and the exact solver says how exploitable it is while it learns.

    pip install torch .
    python examples/leduc_net.py --out leduc.npz
    croupier exploit array:leduc.npz --game leduc

Printed is how many chips a hand a perfect opponent would win from it beyond the game's value, with an ante of one.

Two networks learn after every round of hands. The first is the policy of the next round: the softmax of what each
choice has won on average in all rounds so far, times a factor that grows with the root of the rounds (follow the
regularised leader, a way to minimise regret). The second is what comes out: the average of all these policies, as in
fictitious self-play (Heinrich and Silver 2016). The policies go round in circles, their average does not.

What a choice wins can only be seen where it is made. So one seat of every hand explores: it chooses evenly up to some
decision, drawn at random, and plays its policy from there on. That decision and those after it are lessons, since the
other seat, and all that follows, are as the policy plays. The other seat's decisions tell what the policy was.
"""

import argparse
import copy
import time
from itertools import pairwise

import numpy as np
import torch
from torch import nn

from croupier import envs
from croupier.agents.array_policy import ArrayBot, ArrayPolicy, Network
from croupier.agents.interview import Interview, exploitability

TABLES, STEPS = 4096, 16  # of each round
HIDDEN = 128
PACE = 0.5  # by how much a chip moves a logit in the first round
RATE = 3e-3  # the length of a gradient step in the first round
DESCENT = 20  # gradient steps of each network in each round
STOPS = 0.5  # the chance that a decision of the exploring seat is the last that it explores
SHOWN = 25  # rounds between two lines of the curve


class Player(nn.Module):
    """Two hidden layers, from those numbers of an observation that vary to those choices that are ever legal."""

    def __init__(self, room, chance):
        super().__init__()
        seen, legal = [], []
        for _ in range(STEPS):
            now = room.step((room.now.masks * chance.random(room.now.masks.shape)).argmax(axis=1))
            seen.append(now.observations.copy())
            legal.append(now.masks.any(axis=0))
        self.mean, self.spread = np.mean(seen, axis=(0, 1)), np.std(seen, axis=(0, 1))
        self.places, self.choices = np.flatnonzero(self.spread > 1e-6), np.flatnonzero(np.any(legal, axis=0))
        sizes = len(self.places), HIDDEN, HIDDEN, len(self.choices)
        first, second, last = (nn.Linear(*pair) for pair in pairwise(sizes))
        for part in last.parameters():
            nn.init.zeros_(part)
        self.layers = nn.Sequential(first, nn.ReLU(), second, nn.ReLU(), last)
        self.optimizer = torch.optim.Adam(self.parameters())

    def read(self, observations):
        """The numbers that vary, with mean 0 and deviation 1."""
        return (observations[:, self.places] - self.mean[self.places]) / self.spread[self.places]

    def forward(self, seen, legal):
        """The logits of the choices, by what `read` gives."""
        return self.layers(torch.from_numpy(seen)).masked_fill(torch.from_numpy(~legal), -1e9)

    def learn(self, seen, legal, wanted, rate):
        """Come nearer to the wanted chances, by cross-entropy."""
        self.optimizer.param_groups[0]["lr"] = rate
        for _ in range(DESCENT):
            self.optimizer.zero_grad()
            (-(wanted * self(seen, legal).log_softmax(dim=1)).sum() / len(seen)).backward()
            self.optimizer.step()

    def network(self, choices):
        """The same for Croupier: over whole observations, and with all choices of the game."""
        weights = [(layer.weight.detach().numpy().T, layer.bias.detach().numpy()) for layer in self.layers[::2]]
        (first, bias), middle, (last, ends) = weights
        opening, closing = np.zeros((len(self.mean), HIDDEN), np.float32), np.zeros((HIDDEN + 1, choices), np.float32)
        opening[self.places] = first / self.spread[self.places, None]
        closing[:-1, self.choices], closing[-1, self.choices] = last, ends
        return Network([(opening, bias - self.mean @ opening), middle, (closing[:-1], closing[-1])], activation="relu")


class Memory:
    """A weighted mean for each choice at all decisions that look the same: Leduc has 936. A game with too many of them
    needs a sample of decisions instead, which a network learns as well."""

    def __init__(self, player, chance):
        self.chance, self.seen = chance, np.zeros((0, len(player.places)), np.float32)
        self.sums, self.weights = np.zeros((2, 0, len(player.choices)))

    def add(self, seen, values, weights):
        """Add values by row and choice; a choice without a weight has none."""
        seen = np.concatenate([self.seen, seen])
        mixed = seen @ self.chance.random(seen.shape[1])  # the same number for rows that look the same
        _, first, which = np.unique(mixed, return_index=True, return_inverse=True)
        self.seen, kept = seen[first], (len(first), values.shape[1])
        for name, rows in (("sums", values * weights), ("weights", weights)):
            rows, total = np.concatenate([getattr(self, name), rows]), np.zeros(kept)
            np.add.at(total, which, rows)
            setattr(self, name, total)

    def known(self):
        """The rows, which choices are known in each, and their means."""
        return self.seen, self.weights > 0, torch.from_numpy(self.sums / np.maximum(self.weights, 1)).float()


class Hands:
    """Which seat explores at each table, and whether it still does."""

    def __init__(self, tables, chance):
        self.chance, self.seat, self.explores = chance, np.zeros(tables, np.int64), np.zeros(tables, bool)
        self.begin(np.ones(tables, bool))

    def begin(self, new):
        """Draw for the tables with a new hand."""
        self.seat[new] = self.chance.integers(0, 2, new.sum())
        self.explores[new] = True


@torch.no_grad()
def play(room, player, hands):
    """Play STEPS decisions at all tables; returns lessons (seen, chips won, choice made) and the policy of decisions
    (seen, chances, legal choices), all by row and choice."""
    now, shape = room.now, (STEPS, room.tables)
    seen = np.empty((*shape, len(player.places)), np.float32)
    won = np.empty((*shape, room.seats), np.float32)
    chances, made, legal = np.empty((3, *shape, len(player.choices)), np.float32)
    seats, (over, lesson, usual) = np.empty(shape, np.int64), np.empty((3, *shape), bool)
    for step in range(STEPS):
        seen[step], seats[step], legal[step] = player.read(now.observations), now.turns, now.masks[:, player.choices]
        explorer = seats[step] == hands.seat
        logits = player(seen[step], legal[step] > 0)
        evenly = torch.from_numpy(explorer & hands.explores)[:, None]
        chances[step] = logits.where(~evenly | (logits < -1e8), 0).softmax(dim=1)
        drawn = torch.multinomial(torch.from_numpy(chances[step]), 1)[:, 0].numpy()
        made[step] = np.eye(len(player.choices))[drawn]
        hands.explores[explorer & (hands.chance.random(room.tables) < STOPS)] = False
        lesson[step], usual[step] = explorer & ~hands.explores, ~explorer
        now = room.step(player.choices[drawn])
        won[step], over[step] = now.rewards * room.about.unit(room.config), now.done
        hands.begin(now.done)
    chips, gained, known = won[-1], np.empty((*shape, 1), np.float32), np.zeros(room.tables, bool)
    for step in reversed(range(STEPS)):
        chips = np.where(over[step, :, None], won[step], chips)
        known |= over[step]  # a hand that is not over yet teaches nothing
        gained[step, :, 0], lesson[step] = chips[np.arange(room.tables), seats[step]], lesson[step] & known
    return (seen[lesson], gained[lesson] * made[lesson], made[lesson]), (seen[usual], chances[usual], legal[usual])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=600)
    parser.add_argument("--out", default="leduc.npz")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    torch.manual_seed(options.seed)
    torch.set_num_threads(1)
    chance = np.random.default_rng(options.seed)
    room = envs.batch("leduc", tables=TABLES, seed=options.seed)
    room.reset()
    player, hands = Player(room, chance), Hands(TABLES, chance)
    average, winnings, policies = copy.deepcopy(player), Memory(player, chance), Memory(player, chance)
    begun = time.monotonic()
    for number in range(1, options.rounds + 1):
        (*lesson, choice), (*policy, legal) = play(room, player, hands)
        winnings.add(*lesson, number * choice)  # later rounds count more
        policies.add(*policy, number * legal)
        seen, known, chips = winnings.known()
        logits = (PACE * number**0.5 * chips).masked_fill(torch.from_numpy(~known), -1e9)
        player.learn(seen, known, logits.softmax(dim=1), RATE * number**-0.5)
        average.learn(*policies.known(), RATE * number**-0.5)
        if number % SHOWN == 0 or number in (1, options.rounds):
            network = average.network(room.choices)
            interview = Interview(ArrayBot(ArrayPolicy(room.game, network)))
            found = exploitability(room.game, room.config, interview).exploitability
            print(f"{(time.monotonic() - begun) / 60:5.1f} minutes, {time.process_time() / 60:5.2f} of processor time, "
                  f"{number * STEPS * TABLES:11,} decisions: exploitability {found:.3f}", flush=True)  # fmt: skip
    network.save(options.out)


if __name__ == "__main__":
    main()
