import { setting, share, wholeNumber } from '#shared/config/setting-types.ts'

/** How much may wait, and for how long. */
export const queueSettings = {
  QUEUE_LIMIT: setting(
    '10000',
    wholeNumber(1, 1_000_000),
    'accepted inspections that may wait in the interactive lane, those for the browser counted apart',
  ),
  QUEUE_WAIT_SHARE: setting(
    '0.6',
    share,
    'share of the time that a caller waits by which a browser is to have answered, as predicted; else 503 at once',
  ),
  QUEUE_STANDING_MS: setting(
    '3000',
    wholeNumber(1, 600_000),
    'predicted wait for a browser that an owner is left with whose queue has been longer for 10 s',
  ),
  QUEUE_HIGH_WATER: setting(
    '1000',
    wholeNumber(1, 100_000),
    'records of a lane that a stage holds before it pauses the lane',
  ),
}
