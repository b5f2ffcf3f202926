import { serveProgram } from '#shared/async/threads/thread-program.ts'
import { makeReportProgram } from './report-program.ts'
import { SiteFile } from './site-file.ts'

/** Makes reports from the file of a frontier. */
serveProgram(makeReportProgram(new SiteFile()))
