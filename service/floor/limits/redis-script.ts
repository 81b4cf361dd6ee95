/**
 * Checks, run by Redis as one step: one for each key, in order, the same key as often as it is given.
 *
 * The log is a LIST of admission times in microseconds, oldest first: 10 bytes an entry, 5.2 KB for a full agency of 500 (a
 * ZSET takes 47.5 KB). Entries that left the window are found by binary search and cut by one LTRIM, which is many times
 * faster than popping them one by one.
 *
 * KEYS[n] the log of check n. ARGV, four for each check: limit, window in ms, 1 to count an admitted check or 0 to only ask,
 * and the time in microseconds, which tests give; empty means the clock of Redis.
 * Answers five numbers for each check: 1 when admitted, entries now, Unix µs at which the next slot frees, Unix µs now, and the
 * entry that was added, 0 for none.
 */
export const slidingWindowScript = `
local time = redis.call('TIME')
local redisClock = tonumber(time[1]) * 1000000 + tonumber(time[2])
local call, answers = redis.call, {}

for check, log in ipairs(KEYS) do
  local at = check * 4 - 3
  local limit = tonumber(ARGV[at])
  local windowMs = tonumber(ARGV[at + 1])
  local window = windowMs * 1000
  local isCounted = ARGV[at + 2] == '1'
  local clock = tonumber(ARGV[at + 3]) or redisClock

  -- The clock of a server can be set back; the log's never runs backwards. An entry that is ahead by more than a
  -- window was written by a clock that was wrong by more than that: it would lock its owner out for as long.
  local now = clock
  local last = tonumber(call('LINDEX', log, -1) or nil)
  if last and last - clock > window then
    call('DEL', log)
  elseif last and last > clock then
    now = last
  end

  local oldest = tonumber(call('LINDEX', log, 0) or now)
  local used = call('LLEN', log)
  if oldest <= now - window then
    local low, high = 1, used
    while low < high do
      local middle = math.floor((low + high) / 2)
      if tonumber(call('LINDEX', log, middle)) > now - window then high = middle else low = middle + 1 end
    end
    call('LTRIM', log, low, -1)
    used = used - low
    oldest = tonumber(call('LINDEX', log, 0) or now)
  end

  local isAdmitted = used < limit
  local added = 0
  if isAdmitted and isCounted then
    added = now
    used = call('RPUSH', log, now)
    -- The key lives for a sixteenth longer than the window, so that only the first entry of each sixteenth has to say so.
    -- One millisecond more, because Redis counts the life of a key from a whole millisecond.
    local sixteenth = window / 16
    if not last or math.floor(last / sixteenth) ~= math.floor(now / sixteenth) then
      call('PEXPIRE', log, windowMs + 1 + math.ceil((sixteenth + now - clock) / 1000))
    end
  end

  -- After a limit was lowered, more than one has to leave before the next is admitted.
  local leaving = oldest
  if used > limit then leaving = tonumber(call('LINDEX', log, used - limit) or now) end
  local offset = #answers
  answers[offset + 1] = isAdmitted and 1 or 0
  answers[offset + 2] = used
  answers[offset + 3] = leaving + window
  answers[offset + 4] = clock
  answers[offset + 5] = added
end
return answers
`;
