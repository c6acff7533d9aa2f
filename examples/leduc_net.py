"""A network learns Leduc hold'em by self-play, and the exact solver says how exploitable it is while it learns.

    pip install torch .
    python examples/leduc_net.py --out leduc.npz
    croupier exploit array:leduc.npz --game leduc

The policy is the softmax of a network. It learns by magnetic mirror descent (Sokota et al. 2023): in each round the
logit of a choice moves by what it has won beyond the mean of the decision, and all logits shrink, which pulls the
policy towards playing evenly; steps and pull weaken from round to round. As in fictitious self-play (Heinrich and
Silver 2016), a second network learns the average of all policies: they go round in circles, it does not.

Printed is how many chips a hand a perfect opponent would win from it beyond the game's value, with an ante of one.

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
STEP, PULL = 1.0, 1.5  # in the first round: by how much a chip moves a logit; the pull of even play, in chips
RATE = 4e-3  # the length of a gradient step in the first round
DESCENT = 20  # gradient steps of each network in each round
STOPS = 0.5  # the chance that a decision of the exploring seat is the last that it explores
WANDERS = 0.03  # the chance that the other seat chooses evenly through a whole hand, to lead where it never goes
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

    def read(self, observations):
        """The numbers that vary, with mean 0 and deviation 1."""
        return (observations[:, self.places] - self.mean[self.places]) / self.spread[self.places]

    def forward(self, numbers):
        """The logits of the choices."""
        return self.layers(torch.from_numpy(numbers))

    def network(self, choices):
        """The same for Croupier: over whole observations, and with all choices of the game."""
        weights = [(layer.weight.detach().numpy().T, layer.bias.detach().numpy()) for layer in self.layers[::2]]
        (first, bias), middle, (last, ends) = weights
        opening, closing = np.zeros((len(self.mean), HIDDEN), np.float32), np.zeros((HIDDEN + 1, choices), np.float32)
        opening[self.places] = first / self.spread[self.places, None]
        closing[:-1, self.choices], closing[-1, self.choices] = last, ends
        return Network([(opening, bias - self.mean @ opening), middle, (closing[:-1], closing[-1])], activation="relu")


class Hands:
    """Which seat explores at each table, whether it still does, and whether the other seat wanders."""

    def __init__(self, tables, chance):
        self.chance, self.seat = chance, np.zeros(tables, np.int64)
        self.explores, self.wanders = np.zeros((2, tables), bool)
        self.begin(np.ones(tables, bool))

    def begin(self, new):
        """Draw for the tables with a new hand."""
        self.seat[new] = self.chance.integers(0, 2, new.sum())
        self.wanders[new] = self.chance.random(new.sum()) < WANDERS
        self.explores[new] = True


@torch.no_grad()
def play(room, player, hands):
    """Play STEPS decisions at all tables; returns lessons (seen, choice, chips won) and the policy (seen, chances)."""
    now, shape = room.now, (STEPS, room.tables)
    seen = np.empty((*shape, len(player.places)), np.float32)
    won = np.empty((*shape, room.seats), np.float32)
    policy = np.empty((*shape, len(player.choices)), np.float32)
    seats, made = np.empty((2, *shape), np.int64)
    over, lesson, usual = np.empty((3, *shape), bool)
    for step in range(STEPS):
        seen[step], seats[step] = player.read(now.observations), now.turns
        explorer = seats[step] == hands.seat
        evenly = np.where(explorer, hands.explores, hands.wanders)
        logits = player(seen[step]).masked_fill(torch.from_numpy(evenly)[:, None], 0)
        chances = logits.masked_fill(torch.from_numpy(~now.masks[:, player.choices]), -1e9).softmax(dim=1)
        policy[step], made[step] = chances, torch.multinomial(chances, 1)[:, 0]
        hands.explores[explorer & (hands.chance.random(room.tables) < STOPS)] = False
        lesson[step], usual[step] = explorer & ~hands.explores, ~explorer & ~hands.wanders
        now = room.step(player.choices[made[step]])
        won[step], over[step] = now.rewards * room.about.unit(room.config), now.done
        hands.begin(now.done)
    chips, gained, known = won[-1], np.empty(shape, np.float32), np.zeros(room.tables, bool)
    for step in reversed(range(STEPS)):
        chips = np.where(over[step, :, None], won[step], chips)
        known |= over[step]
        gained[step], lesson[step] = chips[np.arange(room.tables), seats[step]], lesson[step] & known
    return (seen[lesson], made[lesson], gained[lesson]), (seen[usual], policy[usual])


def alike(seen, chance):
    """The first of the rows that look the same, and to which of these each row belongs."""
    return np.unique(seen @ chance.random(seen.shape[1]), return_index=True, return_inverse=True)[1:]


def learn(player, optimizer, seen, made, gained, chance, step, pull, rate):
    """Move the logits by what choices have won, and towards 0. Lessons that look the same are put together."""
    first, which = alike(seen, chance)
    counts, sums = np.zeros((2, len(first), len(player.choices)))
    np.add.at(counts, (which, made), 1)
    np.add.at(sums, (which, made), gained)
    gains = sums / np.maximum(counts, 1) - (sums.sum(axis=1) / counts.sum(axis=1))[:, None]
    weights = torch.from_numpy(np.sqrt(counts)).float()
    with torch.no_grad():
        wanted = (player(seen[first]) + step * torch.from_numpy(gains).float()) / (1 + step * pull)
    for _ in range(DESCENT):
        missed = (player(seen[first]) - wanted) ** 2
        descend(optimizer, (weights * missed).sum() / weights.sum() / step, rate)


class Average:
    """A network that learns the mean policy of all rounds; later ones count more."""

    def __init__(self, player, chance):
        self.player, self.chance = copy.deepcopy(player), chance
        self.optimizer = torch.optim.Adam(self.player.parameters())
        self.seen, self.sums = np.zeros((0, len(player.places)), np.float32), np.zeros((0, len(player.choices)))

    def learn(self, seen, policy, weight, rate):
        """Add up the policy of a round, and learn the sums. Decisions that look the same are put together."""
        seen, rows = np.concatenate([self.seen, seen]), np.concatenate([self.sums, weight * policy])
        first, which = alike(seen, self.chance)
        self.seen, self.sums = seen[first], np.zeros((len(first), rows.shape[1]))
        np.add.at(self.sums, which, rows)
        wanted = torch.from_numpy(self.sums / self.sums.sum()).float()
        for _ in range(DESCENT):
            found = self.player(self.seen).masked_fill(wanted == 0, -1e9).log_softmax(dim=1)
            descend(self.optimizer, -(wanted * found).sum(), rate)


def descend(optimizer, loss, rate):
    """Make a gradient step."""
    optimizer.param_groups[0]["lr"] = rate
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=400)
    parser.add_argument("--out", default="leduc.npz")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    torch.manual_seed(options.seed)
    torch.set_num_threads(1)
    chance = np.random.default_rng(options.seed)
    room = envs.batch("leduc", tables=TABLES, seed=options.seed)
    room.reset()
    player, hands = Player(room, chance), Hands(TABLES, chance)
    average, optimizer = Average(player, chance), torch.optim.Adam(player.parameters())
    begun = time.monotonic()
    for number in range(1, options.rounds + 1):
        slower = number**-0.5
        lessons, usual = play(room, player, hands)
        learn(player, optimizer, *lessons, chance, STEP * slower, PULL * slower, RATE * slower)
        average.learn(*usual, number, RATE * slower)
        if number % SHOWN == 0 or number in (1, options.rounds):
            network = average.player.network(room.choices)
            interview = Interview(ArrayBot(ArrayPolicy(room.game, network)))
            found = exploitability(room.game, room.config, interview).exploitability
            print(f"{(time.monotonic() - begun) / 60:5.1f} minutes, {time.process_time() / 60:5.2f} of processor time, "
                  f"{number * STEPS * TABLES:11,} decisions: exploitability {found:.3f}", flush=True)  # fmt: skip
    network.save(options.out)


if __name__ == "__main__":
    main()
