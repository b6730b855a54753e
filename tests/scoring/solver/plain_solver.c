/* A second solver, to confirm the values in fixtures/solved_deals.csv: it shares no line, no
   language and no idea but alpha-beta with scoring/solver, and was written from the rules of play.
   No card is left out for being as good as another, no position is judged without playing it out,
   and of positions between tricks the very cards are remembered, not what stands for them.

       cc -O2 -o /tmp/plain_solver tests/scoring/solver/plain_solver.c
       /tmp/plain_solver < fixtures/solved_deals.csv

   prints each line with its own values, and at the end how many differ. The eight deals take about
   seven minutes together. Written for gcc and clang, which have numbers of 128 bits. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

__extension__ typedef unsigned __int128 Number; /* of a deal: up to 88 bits */
typedef uint64_t Cards; /* bit 16 * suit + strength; strength 0 is the two, 11 the nine */

enum { OBLIGADA, SECOND_HAND, SAFE_THIRD, LLIURE };
static const char *VARIANTS[] = {"obligada", "obligada-second-hand", "obligada-safe-third", "lliure"};

#define COUNTING ((Cards)0x0f800f800f800f80)

static int variant, trump; /* trump: 0 to 3, or 4 */
static Cards hands[4];

static int suit_of(int card) { return card >> 4; }
static int strength_of(int card) { return card & 15; }
static int points_of(int card) { return strength_of(card) > 6 ? strength_of(card) - 6 : 0; }
static Cards bit(int card) { return (Cards)1 << card; }
static Cards whole_suit(int suit) { return suit > 3 ? 0 : (Cards)0xfff << 16 * suit; }

/* The cards that would win the trick from this one. */
static Cards beaters(int card) {
    Cards higher = whole_suit(suit_of(card)) & ~(bit(card) | (bit(card) - 1));
    return suit_of(card) == trump ? higher : higher | whole_suit(trump);
}

static Cards lowest_of_each_suit(Cards cards) {
    Cards lowest = 0;
    for (int suit = 0; suit < 4; suit++) {
        Cards held = cards & whole_suit(suit);
        lowest |= held & -held;
    }
    return lowest;
}

/* What the player may play to a trick in which `count` cards lie, the one at `best_at` winning. */
static Cards playable(int player, const int *table, int count, int best_at) {
    Cards hand = hands[player], all = hand;
    if (count == 0) return hand;
    int led = suit_of(table[0]), best = table[best_at];
    int follows = (hand & whole_suit(led)) != 0;
    if (follows) all &= whole_suit(led);
    Cards beating = all & beaters(best);
    int partner_wins = count >= 2 && best_at == count - 2;
    if (beating && !partner_wins) return beating;
    if (variant == LLIURE) return all;
    int counting = partner_wins;
    if (count == 1) counting = !follows || variant == SECOND_HAND;
    if (count == 2 && partner_wins && variant == SAFE_THIRD)
        for (int other = 0; other < 4; other++)
            if (other != player && hands[other] & beaters(best) & whole_suit(suit_of(best))) counting = 0;
    return beating | lowest_of_each_suit(all) | (counting ? all & COUNTING : 0);
}

typedef struct { uint64_t key; int8_t low, high; } Entry;
#define ENTRIES ((uint64_t)1 << 23)
static Entry *known;

/* What seats 0 and 2 get from here on, within [alpha, beta]; outside it, a bound on that side. */
static int search(int leader, int *table, int count, int best_at, int left, int alpha, int beta) {
    Entry *entry = NULL;
    int low = 0, high = 0;
    if (count == 0) {
        Cards all = hands[0] | hands[1] | hands[2] | hands[3];
        if (all == 0) return 0;
        high = left;
        for (Cards rest = all & COUNTING; rest; rest &= rest - 1) high += points_of(__builtin_ctzll(rest));
        uint64_t key = 1;
        for (int suit = 0; suit < 4; suit++) key = key << 12 | (all >> 16 * suit & 0xfff);
        key = key << 2 | leader;
        entry = &known[(key * 0x9E3779B97F4A7C15u) >> 41];
        if (entry->key == key) { low = entry->low; high = entry->high; }
        else { entry->key = key; entry->low = low; entry->high = high; }
        if (low >= beta || low == high) return low;
        if (high <= alpha) return high;
        if (low > alpha) alpha = low;
        if (high < beta) beta = high;
    }
    int player = (leader + count) % 4, ours = player % 2 == 0, found = ours ? -1 : 100;
    int a = alpha, b = beta;
    uint64_t key = entry ? entry->key : 0;
    Cards cards = playable(player, table, count, best_at), winning = count ? beaters(table[best_at]) : 0;
    while (cards) {
        /* High cards first for leaders, and for others the cards that win the trick, then low ones. */
        Cards first = cards & winning ? cards & winning : cards;
        int card = count == 0 ? 63 - __builtin_clzll(first) : __builtin_ctzll(first);
        cards ^= bit(card);
        int value, now_best = count == 0 || winning & bit(card) ? count : best_at;
        table[count] = card;
        hands[player] ^= bit(card);
        if (count < 3) {
            value = search(leader, table, count + 1, now_best, left, a, b);
        } else {
            int winner = (leader + now_best) % 4, next[4];
            int gain = 1 + points_of(table[0]) + points_of(table[1]) + points_of(table[2]) + points_of(card);
            if (winner % 2) gain = 0;
            value = gain + search(winner, next, 0, 0, left - 1, a - gain, b - gain);
        }
        hands[player] ^= bit(card);
        if (ours ? value > found : value < found) found = value;
        if (ours && found > a) a = found;
        if (!ours && found < b) b = found;
        if (a >= b) break;
    }
    if (entry) {
        if (entry->key != key) { entry->key = key; entry->low = low; entry->high = high; }
        if (found > alpha && found > entry->low) entry->low = found;
        if (found < beta && found < entry->high) entry->high = found;
    }
    return found;
}

/* The deal with that number, in lexicographic order; suits O, C, E, B, each from the nine down. */
static void deal(const char *digits, Cards *dealt) {
    Number number = 0, ways = 1;
    int room[4] = {12, 12, 12, 12}, place = 0;
    for (; *digits; digits++) number = number * 10 + (*digits - '0');
    for (int seat = 0; seat < 4; seat++)
        for (int k = 1; k <= 12; k++) ways = ways * ++place / k;
    memset(dealt, 0, 4 * sizeof *dealt);
    for (int card = 0; card < 48; card++)
        for (int seat = 0; seat < 4; seat++) {
            Number here = ways * room[seat] / (48 - card);
            if (number < here) {
                dealt[seat] |= bit(16 * (card / 12) + 11 - card % 12);
                room[seat]--;
                ways = here;
                break;
            }
            number -= here;
        }
}

int main(void) {
    char line[200], name[40], number[40], dealer;
    int told[5], different = 0;
    known = malloc(ENTRIES * sizeof *known);
    if (!known || !fgets(line, sizeof line, stdin)) return 2;
    while (fgets(line, sizeof line, stdin)) {
        if (sscanf(line, "%39[^,],%39[^,],%c,%d,%d,%d,%d,%d", name, number, &dealer, told, told + 1,
                   told + 2, told + 3, told + 4) != 8) return 2;
        for (variant = 0; strcmp(VARIANTS[variant], name);) if (++variant == 4) return 2;
        int from = (int)(strchr("NWSE", dealer) - "NWSE");
        Cards dealt[4];
        deal(number, dealt);
        printf("%s,%s,%c", name, number, dealer);
        for (trump = 0; trump < 5; trump++) {
            /* The search is for seats 0 and 2: let the dealer sit at 0. */
            for (int seat = 0; seat < 4; seat++) hands[seat] = dealt[(from + seat) % 4];
            memset(known, 0, ENTRIES * sizeof *known);
            int table[4], low = 0, high = 72;
            while (low < high) {
                int middle = (low + high + 1) / 2;
                int value = search(1, table, 0, 0, 12, middle - 1, middle);
                if (value >= middle) low = middle; else high = middle - 1;
            }
            printf(",%d", low);
            fflush(stdout);
            different += low != told[trump];
        }
        printf("\n");
    }
    printf("%d values differ\n", different);
    return different != 0;
}
