import { readerNames } from '#shared/messages/consumer-groups.ts'
import { lanes } from '#shared/messages/topics.ts'

/** Served by each gateway, as of the last read of the log. */
export const unfinishedRecords = {
  name: 'pageprobe_lag_records',
  help: 'Records of a lane that a stage has not finished, as of the last read; each gateway reports the same figure',
  labels: { stage: readerNames, lane: lanes },
} as const

/** Served by each gateway. */
export const longestWait = {
  name: 'pageprobe_longest_predicted_wait_seconds',
  help: 'Predicted wait for a browser, for whoever waits longest; each gateway predicts for itself',
  labels: { operation: ['snapshot', 'performance'] },
} as const

/** Served by each batch part. */
export const waitingUrls = {
  name: 'pageprobe_batch_waiting',
  help: "URLs that wait, without those of paused batches: for their turn, or until their host's rest is over; of all batch parts, each of which reports the same figure",
  labels: { state: ['ready', 'resting'] },
} as const

/** The metrics from which an autoscaler can decide how many processes each part needs: all are gauges. */
export const scalingMetrics = [unfinishedRecords, longestWait, waitingUrls] as const
