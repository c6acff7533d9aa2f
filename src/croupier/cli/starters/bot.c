/* NAME: a hold'em bot in C. Try it: cc -O2 -o NAME NAME.c && croupier match cmd:./NAME house:station */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The number that follows a key in a message; `otherwise` where the key is left out. */
static long number(const char *message, const char *key, long otherwise) {
    const char *at = strstr(message, key);
    return at ? atol(at + strlen(key)) : otherwise;
}

/* The highest bet of this street: each player has committed something. */
static long current_bet(const char *message) {
    const char *key = "\"committed\":";
    long most = 0;
    for (const char *at = message; (at = strstr(at, key)) != NULL;) {
        long committed = atol(at += strlen(key));
        most = committed > most ? committed : most;
    }
    return most;
}

/* Called whenever it is our turn. */
static void act(const char *question) {
    const char *first = strstr(question, "\"hole\":[\"") + 9, *second = first + 5; /* such as Ah","Td */
    long pot = number(question, "\"pot\":", 0), to_call = number(question, "\"to_call\":", 0);
    long least = number(question, "\"min_raise_to\":", 0), most = number(question, "\"max_raise_to\":", 0);
    printf("{\"type\":\"action\",\"act_id\":%ld,\"action\":", number(question, "\"act_id\":", 0));
    if (*first == *second && most > 0) { /* a pair, and we may raise: bet the pot */
        long wanted = current_bet(question) + pot; /* RAISE_TO takes the total of this street */
        wanted = wanted < least ? least : wanted > most ? most : wanted;
        printf("\"RAISE_TO\",\"amount\":%ld}\n", wanted);
    } else {
        printf("\"%s\"}\n", to_call == 0 ? "CHECK" : 4 * to_call <= pot ? "CALL" : "FOLD");
    }
    fflush(stdout);
}

/* One JSON object a line. Besides act there are welcome, start_hand, event, end_hand and match_end: docs/protocol.md.
   Looking for keys is enough here; take a JSON library for anything more. */
int main(void) {
    const char *asked = "{\"type\":\"act\"";
    char *line = NULL;
    size_t room = 0;
    while (getline(&line, &room, stdin) > 0) {
        if (strncmp(line, asked, strlen(asked)) == 0) {
            act(line);
        }
    }
    free(line);
    return 0;
}
