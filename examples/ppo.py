"""PPO in one file: a network learns heads-up no-limit hold'em against itself and two house bots.

    pip install torch .
    python examples/ppo.py --out ppo.npz
    croupier match array:ppo.npz station --game holdem --hands 200000

Every decision is a row of numbers, with a row that says which choices are legal. The network gives each choice a
chance, and each row a value: what the seat may hope to win from there on. Printed is what it wins while it learns. Its
weights are written for Croupier's own `Network`, which plays them in plain NumPy wherever a bot is named.
"""

import argparse
import time
from typing import NamedTuple

import numpy as np
import torch
from torch import nn

from croupier import envs
from croupier.agents.array_policy import Network

TABLES, STEPS = 256, 64  # in each room, of each round
HIDDEN = 256
EPOCHS, MINIBATCH, RATE = 2, 4096, 5e-4
CLIP, ENTROPY, LAMBDA = 0.2, 0.01, 0.95
UNIT = 20  # values are measured in this many big blinds
SHOWN = 10  # rounds between two lines of the curve


class Player(nn.Module):
    """Two layers, with a head for the choices and one for the value."""

    def __init__(self, room):
        super().__init__()
        high = np.array(room.about.bounds(room.config)[1])
        self.register_buffer("scale", torch.tensor(1 / np.sqrt(np.maximum(high, 1)), dtype=torch.float32))
        self.first, self.second = nn.Linear(room.width, HIDDEN), nn.Linear(HIDDEN, HIDDEN)
        self.choices, self.value = nn.Linear(HIDDEN, room.choices), nn.Linear(HIDDEN, 1)
        nn.init.zeros_(self.choices.weight)

    def forward(self, observations, masks):
        hidden = torch.relu(self.second(torch.relu(self.first(observations * self.scale))))
        chances = torch.log_softmax(self.choices(hidden).masked_fill(~masks, -1e9), dim=1)
        return chances, self.value(hidden)[:, 0]

    def save(self, path):
        """Write the weights for Croupier, with the scale of the inputs in the first of them."""
        layers = [(layer.weight.detach().numpy().T, layer.bias.detach().numpy())
                  for layer in (self.first, self.second, self.choices)]  # fmt: skip
        layers[0] = layers[0][0] * self.scale.numpy()[:, None], layers[0][1]
        Network(layers, activation="relu").save(path)


class Lessons(NamedTuple):
    """Decisions, one a row, with what became of them."""

    observations: torch.Tensor
    masks: torch.Tensor
    choices: torch.Tensor
    chances: torch.Tensor  # the logarithm of the chance with which the choice was drawn
    gains: torch.Tensor  # how much better it came out than the value (the advantage)
    returns: torch.Tensor  # what the value should have been


@torch.no_grad()
def play(room, player):
    """Play STEPS decisions at all tables of a room; returns lessons, and the big blinds won by hand in each seat."""
    now = room.now
    seen = np.empty((STEPS, room.tables, room.width), np.float32)
    legal = np.empty((STEPS, room.tables, room.choices), bool)
    seats, made = np.empty((2, STEPS, room.tables), np.int64)
    chances, values = np.empty((2, STEPS, room.tables), np.float32)
    won = np.empty((STEPS, room.tables, room.seats), np.float32)
    over = np.empty((STEPS, room.tables), bool)
    for step in range(STEPS):
        seen[step], legal[step], seats[step] = now.observations, now.masks, now.turns
        every, value = player(torch.from_numpy(seen[step]), torch.from_numpy(legal[step]))
        drawn = torch.multinomial(every.exp(), 1)
        made[step], values[step] = drawn[:, 0], value
        chances[step] = every.gather(1, drawn)[:, 0]
        now = room.step(made[step])
        won[step], over[step] = now.rewards, now.done
    gains, known = look_back(seats, values, won / UNIT, over)
    rows = [torch.from_numpy(array[known]) for array in (seen, legal, made, chances, gains, gains + values)]
    return Lessons(*rows), won.sum(axis=(0, 1)) / over.sum()


def look_back(seats, values, won, over):
    """By step and table, the gain of each decision (generalised advantage estimation, seat by seat), and whether it is
    known: the hand has to be over."""
    gains, known = np.zeros_like(values), np.zeros_like(over)
    tables = np.arange(values.shape[1])
    reward, value, gain = np.zeros((3, *won.shape[1:]), np.float32)  # of each seat, since its next decision
    ended = np.zeros(values.shape[1], bool)
    for step in reversed(range(len(values))):
        ended |= over[step]
        for kept in (reward, value, gain):
            kept[over[step]] = 0
        reward += won[step]
        at = tables, seats[step]
        gain[at] = reward[at] + value[at] - values[step] + LAMBDA * gain[at]
        reward[at], value[at] = 0, values[step]
        gains[step], known[step] = gain[at], ended
    return gains, known


def learn(player, optimizer, lessons):
    """Some steps of gradient descent on PPO's clipped objective."""
    gains = (lessons.gains - lessons.gains.mean()) / lessons.gains.std()
    for _ in range(EPOCHS):
        for rows in torch.randperm(len(gains)).split(MINIBATCH):
            chances, values = player(lessons.observations[rows], lessons.masks[rows])
            ratio = (chances.gather(1, lessons.choices[rows, None])[:, 0] - lessons.chances[rows]).exp()
            gain = gains[rows]
            policy = torch.minimum(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain).mean()
            entropy = -(chances.exp() * chances).sum(1).mean()
            loss = nn.functional.mse_loss(values, lessons.returns[rows]) / 2 - policy - ENTROPY * entropy
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(player.parameters(), 0.5)
            optimizer.step()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bots", nargs="+", default=["station", "tight"], help="house bots that it learns to beat")
    parser.add_argument("--rounds", type=int, default=80)
    parser.add_argument("--out", default="ppo.npz")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    torch.manual_seed(options.seed)
    seated = [{}] + [{1 - seat: bot} for bot in options.bots for seat in (0, 1)]  # the bots in each room, by seat
    rooms = [envs.batch("holdem", tables=TABLES, seats=2, seed=options.seed + number, opponents=opponents)
             for number, opponents in enumerate(seated)]  # fmt: skip
    for room in rooms:
        room.reset()
    player = Player(rooms[0])
    optimizer = torch.optim.Adam(player.parameters(), RATE)
    begun, decisions, curve = time.monotonic(), 0, []
    for number in range(options.rounds):
        played = [play(room, player) for room in rooms]
        lessons = Lessons(*map(torch.cat, zip(*(one for one, _ in played), strict=True)))
        learn(player, optimizer, lessons)
        decisions += len(lessons.gains)
        curve.append([100 * won[room.learners[0]] for room, (_, won) in zip(rooms, played, strict=True)])
        if number % SHOWN == 0 or number == options.rounds - 1:
            won = np.mean(curve[-SHOWN:], axis=0)[1:].reshape(-1, 2).mean(axis=1)
            against = ", ".join(f"{one:+.0f} against {bot}" for one, bot in zip(won, options.bots, strict=True))
            print(f"{(time.monotonic() - begun) / 60:5.1f} minutes, {time.process_time() / 60:5.1f} of processor time, "
                  f"{decisions:11,} decisions: big blinds a hundred hands {against}", flush=True)  # fmt: skip
    player.save(options.out)


if __name__ == "__main__":
    main()
