import { serveProgram } from '#shared/async/threads/thread-program.ts'
import { noMetrics } from '#shared/telemetry/metrics.ts'
import { makeReportProgram } from '../../sqlite/site/report-program.ts'
import { openPostgres } from '../connection/postgres.ts'
import { SiteCopies } from './site-copies.ts'

/** What fails reaches the caller, whose process logs it. */
const log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }

/** Makes reports from what a database has of sites. */
serveProgram(
  makeReportProgram(new SiteCopies((url) => openPostgres({ url, connections: 1, metrics: noMetrics, log }))),
)
