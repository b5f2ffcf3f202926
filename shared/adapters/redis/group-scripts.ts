/**
 * A group is a hash: Redis stores a small one in one piece of memory. Which of its members have ended is in the field `e`, a bit
 * for each number.
 */
export const ENDED = 'e'

/** Functions of the scripts: about members that have ended, and about the TTL of a group. */
const FUNCTIONS = `
  local function hasEnded(bits, member)
    local byte = string.byte(bits or '', math.floor(member / 8) + 1) or 0
    return math.floor(byte / 2 ^ (member % 8)) % 2 == 1
  end
  local function toggled(bits, member)
    local at = math.floor(member / 8)
    local whole = bits .. string.rep('\\0', at + 1 - #bits)
    local flag = 2 ^ (member % 8)
    local byte = string.byte(whole, at + 1) + (hasEnded(whole, member) and -flag or flag)
    return string.sub(whole, 1, at) .. string.char(byte) .. string.sub(whole, at + 2)
  end
  local function keep(key, seconds)
    if redis.call('TTL', key) < tonumber(seconds) then redis.call('EXPIRE', key, seconds) end
  end`

/** For each write: the number of its key, whether it is a claim, name, value, TTL. Answers 1, another's claim, or nil: it has ended. */
export const WRITE = `${FUNCTIONS}
  local answers = {}
  for at = 1, #ARGV, 5 do
    local key, isClaim, name = KEYS[tonumber(ARGV[at])], ARGV[at + 1] == '1', ARGV[at + 2]
    local answer = 1
    if not isClaim then
      redis.call('HSET', key, name, ARGV[at + 3])
    elseif hasEnded(redis.call('HGET', key, '${ENDED}'), tonumber(string.match(name, '^%d+'))) then
      answer = false
    elseif redis.call('HSETNX', key, name, ARGV[at + 3]) == 0 then
      answer = redis.call('HGET', key, name)
    end
    if answer == 1 then keep(key, ARGV[at + 4]) end
    answers[#answers + 1] = answer
  end
  return answers`

/**
 * Arguments: TTL; of each member the number of its key, its own, how many names, the names. A hash that had long texts stays large
 * in memory for ever: one that keeps no text is made anew, since Redis removes it with its last field.
 */
export const END = `${FUNCTIONS}
  local bits = {}
  local at = 2
  while at < #ARGV do
    local key, member, names = KEYS[tonumber(ARGV[at])], tonumber(ARGV[at + 1]), tonumber(ARGV[at + 2])
    local known = bits[key] or redis.call('HGET', key, '${ENDED}') or ''
    bits[key] = hasEnded(known, member) and known or toggled(known, member)
    for name = at + 3, at + 2 + names do redis.call('HDEL', key, ARGV[name]) end
    at = at + 3 + names
  end
  for _, key in ipairs(KEYS) do
    local seconds = math.max(redis.call('TTL', key), tonumber(ARGV[1]))
    redis.call('HDEL', key, '${ENDED}')
    redis.call('HSET', key, '${ENDED}', bits[key])
    redis.call('EXPIRE', key, seconds)
  end`
/** Takes back the end of a member. Arguments: its number, TTL. */
export const REOPEN = `${FUNCTIONS}
  local bits, member = redis.call('HGET', KEYS[1], '${ENDED}'), tonumber(ARGV[1])
  if not hasEnded(bits, member) then return end
  redis.call('HSET', KEYS[1], '${ENDED}', toggled(bits, member))
  keep(KEYS[1], ARGV[2])`
