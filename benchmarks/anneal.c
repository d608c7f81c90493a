/* The annealing loop of ergodoku.methods.annealing in C, to measure the kernel against.
   It works on the arrays that the benchmark passes to it, and does the same walk as the kernel. */
#include <stdint.h>

static inline uint64_t rotl(uint64_t x, int k) { return (x << k) | (x >> (64 - k)); }

int64_t anneal(int64_t iterations, uint64_t *rng, uint8_t *cells, int8_t *counts, const uint32_t *line,
               const uint16_t *pairs, uint64_t choices, const uint64_t *accept, int64_t energy) {
    uint64_t s0 = rng[0], s1 = rng[1];
    int64_t best = energy;
    for (int64_t i = 0; i < iterations && energy > 0; i++) {
        uint64_t total = s0 + s1, word = rotl(total, 17) + s0;
        s1 ^= s0;
        s0 = rotl(s0, 49) ^ s1 ^ (s1 << 21);
        s1 = rotl(s1, 28);
        uint64_t pair = ((word >> 32) * choices) >> 32;
        uint64_t a = pairs[2 * pair], b = pairs[2 * pair + 1];
        uint64_t va = cells[a], vb = cells[b];
        int64_t change = 0;
        for (int k = 0; k < 2; k++) {
            uint64_t la = line[2 * a + k], lb = line[2 * b + k];
            if (la != lb)
                change += (counts[la + va] == 1) - (counts[la + vb] == 0) + (counts[lb + vb] == 1) -
                          (counts[lb + va] == 0);
        }
        if (change > 0 && (word & 0xFFFFFFFF) >= accept[change]) continue;
        cells[a] = (uint8_t)vb;
        cells[b] = (uint8_t)va;
        for (int k = 0; k < 2; k++) {
            uint64_t la = line[2 * a + k], lb = line[2 * b + k];
            counts[la + va]--;
            counts[la + vb]++;
            counts[lb + vb]--;
            counts[lb + va]++;
        }
        energy += change;
        if (energy < best) best = energy;
    }
    rng[0] = s0;
    rng[1] = s1;
    return energy;
}
