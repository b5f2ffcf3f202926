import { setting, wholeNumber } from '#shared/config/setting-types.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** Retention of the work topics on brokers. */
export const workTopicSettings = {
  WORK_RETENTION_MS: setting(
    String(2 * DAY_MS),
    wholeNumber(60_000, 365 * DAY_MS),
    'how long work topics keep their records: the longest that all readers may be away',
  ),
  WORK_RETENTION_MB: setting(
    '1024',
    wholeNumber(1, 1_048_576),
    'MiB of a partition of a `page.*` topic beyond which the broker removes the oldest records, read or not',
  ),
  WORK_SEGMENT_MS: setting(
    String(HOUR_MS),
    wholeNumber(60_000, 30 * DAY_MS),
    'age at which the broker closes a segment of a work topic: only closed ones are removed',
  ),
  WORK_SEGMENT_MB: setting('64', wholeNumber(1, 1024), 'MiB at which it closes one'),
}
