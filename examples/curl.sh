#!/bin/sh
# Plays in a Croupier arena with nothing but curl and jq, in any game: checks where it can, else takes the first option.
#   sh curl.sh http://127.0.0.1:8000 Alpha HOLDEM-mysecret 1        URL, team, code, and how many hands
url=$1 code=$3 team=$2 hands=${4:-1} n=0
post() { curl -sS --retry 5 --retry-connrefused -H "Authorization: Bearer $token" -d "$2" "$url/api/$1"; }
json() { printf '%s' "$told" | jq -r "$1"; }
token=$(curl -sS -d "{\"team\": \"$team\", \"code\": \"$code\"}" "$url/api/join" | jq -r .token)
while :; do
  told=$(curl -sS --retry 5 --retry-connrefused -H "Authorization: Bearer $token" "$url/api/wait?after=$n&words=brief")
  n=$(json '.n // 0')
  case $(json .type) in
    over) break ;;
    act) ;;
    *) continue ;;
  esac
  first=${first:-$(json .act.hand_id)} && hand=$(json .act.hand_id)
  [ $((${hand##*-H} - ${first##*-H})) -ge "$hands" ] && break
  json .words.text
  post act "$(json '. as $all | (.act.options | (map(select(.action == "CHECK")) + .)[0]) as $o |
    {table: .table_id, act_id, action: $o.action, amount: $o.low, cards: ($o.cards // [])[:($o.fewest // 0)]}')" | jq .receipt
done
post leave '{}' >/dev/null
