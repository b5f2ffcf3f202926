import type { PerformanceResult } from '#shared/operations/results/performance-result.ts'
import { Bar } from '../../../../../ui/badge.tsx'
import { Section } from '../../../../../ui/facts.tsx'
import { formatCount, formatMs, inWords } from '../../../../../ui/format.ts'
import { Remark } from '../../../../../ui/notice.tsx'
import { PageText } from '../../../../../ui/page/page-text.tsx'
import { type Cells, SumTable } from '../../../../../ui/table/sum-table.tsx'
import { Caching } from './caching.tsx'
import { formatKib } from './kibibytes.ts'

type Resources = PerformanceResult['resources']
type ResourceType = Resources['by_type'][keyof Resources['by_type']]

/** What the page loaded: by type, by whose it is, by host, and how it is cached and compressed. */
export function PageResources({ resources }: { resources: Resources }) {
  return (
    <Section
      title="Resources"
      aside={
        <p>
          {formatCount(resources.total_requests)} requests, {formatKib(resources.transfer_kb)} transferred,{' '}
          {formatKib(resources.decoded_kb)} decoded
        </p>
      }
    >
      {resources.truncated && (
        <Remark kind="warn">There were more requests than are kept: the tables lack some of them.</Remark>
      )}
      {resources.by_type && <ByType resources={resources} />}
      <div class="columns">
        <Parties resources={resources} />
        {resources.top_hosts && <TopHosts hosts={resources.top_hosts} total={resources.transfer_kb} />}
      </div>
      {resources.caching && <Caching caching={resources.caching} />}
    </Section>
  )
}

function ByType({ resources: { by_type, transfer_kb } }: { resources: Resources }) {
  const types = Object.entries(by_type)
  const sum = (read: (type: ResourceType) => number) =>
    types.reduce((total, [, type]) => total + read(type), 0)
  return (
    <>
      <h3>By type</h3>
      <SumTable
        caption="Resources by type"
        columns={typeColumns}
        texts={['Share of the transfer', 'Remark']}
        rows={types.map(([name, type]) => typeRow(name, type, transfer_kb))}
        sums={[
          [
            'Sum',
            '',
            formatCount(sum(({ count }) => count)),
            formatKib(sum((type) => type.transfer_kb)),
            formatKib(sum((type) => type.decoded_kb)),
            '',
            '',
          ],
        ]}
      />
    </>
  )
}

const typeColumns = [
  'Type',
  'Share of the transfer',
  'Requests',
  'Transferred',
  'Decoded',
  'Main thread',
  'Remark',
] as const

function typeRow(name: string, type: ResourceType, transferKib: number): Cells {
  return [
    inWords(name),
    <Bar key="bar" share={shareOf(type.transfer_kb, transferKib)} />,
    formatCount(type.count),
    formatKib(type.transfer_kb),
    formatKib(type.decoded_kb),
    'main_thread_ms' in type && (type.main_thread_ms === null ? 'unknown' : formatMs(type.main_thread_ms)),
    'unoptimized' in type && type.unoptimized > 0 && `${formatCount(type.unoptimized)} can be made smaller`,
  ]
}

function Parties({ resources }: { resources: Resources }) {
  const { first_party, third_party, transfer_kb } = resources
  if (!first_party || !third_party) return null
  const row = (name: string, party: typeof first_party) => [
    name,
    <Bar key="bar" share={shareOf(party.transfer_kb, transfer_kb)} />,
    formatCount(party.requests),
    formatKib(party.transfer_kb),
    formatKib(party.decoded_kb),
  ]
  return (
    <div class="stack">
      <h3>By party</h3>
      <SumTable
        caption="Resources of the site itself and of others"
        columns={['Party', 'Share of the transfer', 'Requests', 'Transferred', 'Decoded']}
        texts={['Share of the transfer']}
        rows={[row('First party', first_party), row('Third parties', third_party)]}
      />
      {third_party.entities.length > 0 && (
        <SumTable
          caption="Known third parties"
          columns={['Known third party', 'Requests', 'Transferred']}
          rows={third_party.entities.map(({ name, requests, transfer_kb: kib }) => [
            <PageText key="name" text={name} />,
            formatCount(requests),
            formatKib(kib),
          ])}
        />
      )}
    </div>
  )
}

function TopHosts({ hosts, total }: { hosts: Resources['top_hosts']; total: number }) {
  if (hosts.length === 0) return null
  return (
    <div class="stack">
      <h3>Hosts that sent most</h3>
      <SumTable
        caption="Hosts that sent most"
        columns={['Host', 'Share of the transfer', 'Requests', 'Transferred']}
        texts={['Share of the transfer']}
        rows={hosts.map(({ host, requests, transfer_kb }) => [
          <PageText key="host" text={host} />,
          <Bar key="bar" share={shareOf(transfer_kb, total)} />,
          formatCount(requests),
          formatKib(transfer_kb),
        ])}
      />
    </div>
  )
}

function shareOf(part: number, whole: number): number {
  return whole > 0 ? part / whole : 0
}
