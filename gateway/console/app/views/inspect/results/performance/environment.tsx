import type { PerformanceResult } from '#shared/operations/results/performance-result.ts'
import { Facts, Section } from '../../../../ui/facts.tsx'
import { formatMs, formatTime, trimmed } from '../../../../ui/format.ts'
import { Remark } from '../../../../ui/notice.tsx'
import { PageText } from '../../../../ui/page/page-text.tsx'
import type { Partly } from '../partial.ts'
import { contentionInWords } from './contention.ts'
import { formatKibits } from './resources/kibibytes.ts'

type Result = Partly<PerformanceResult>
type Environment = PerformanceResult['environment']

/** Where and how the run was measured, and how much others disturbed it. */
export function RunEnvironment({ result }: { result: Result }) {
  const { environment, metadata, created_at, run_id, cache } = result
  if (!environment) return null
  return (
    <Section title="Test conditions">
      {environment.contention && <Noise contention={environment.contention} />}
      <Facts
        items={[
          ['Device', environment.device_profile],
          ['Network', environment.network_profile],
          ['Throttling', environment.throttling && <Throttling {...environment.throttling} />],
          ['Network at the end', environment.network_quiet ? 'quiet' : 'still busy'],
          ['Browser', environment.browser],
          ['Viewport', `${environment.page_context.viewport} CSS pixels`],
          [
            'Language and time zone',
            `${environment.page_context.language}, ${environment.page_context.timezone}`,
          ],
          ['Cookies', environment.page_context.cookies_enabled ? 'enabled' : 'disabled'],
          ['User agent', <PageText text={environment.user_agent} isCode />],
          ['Collector', environment.collector_version],
          ['Page load', metadata && `${formatMs(metadata.page_load_time_ms)} (${metadata.page_load_rating})`],
          ['Whole measurement', metadata && formatMs(metadata.processing_time_ms)],
          ['Measured', formatTime(created_at)],
          ['From the cache', cache && (cache.cached ? `yes, until ${formatTime(cache.expires_at)}` : 'no')],
          ['Run', run_id && <code>{run_id}</code>],
        ]}
      />
    </Section>
  )
}

function Noise({ contention }: { contention: Environment['contention'] }) {
  const { kind, title, observed } = contentionInWords(contention)
  return (
    <Remark kind={kind}>
      <strong>{title}</strong>
      <p>{observed.join(' ')}</p>
    </Remark>
  )
}

function Throttling(throttling: Environment['throttling']) {
  const { method, cpu_factor, cpu_factor_measured, latency_ms, download_kbps, upload_kbps } = throttling
  const measured = cpu_factor_measured === null ? '' : ` (measured: ${trimmed(cpu_factor_measured, 2)} times)`
  if (method === 'none') return <>none{measured && `, processor${measured}`}</>
  return (
    <>
      processor {trimmed(cpu_factor, 2)} times slower{measured}, {trimmed(latency_ms, 1)} ms latency, download{' '}
      {formatKibits(download_kbps)}, upload {formatKibits(upload_kbps)}
    </>
  )
}
