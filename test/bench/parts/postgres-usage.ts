import { readdirSync, readFileSync } from 'node:fs'
import pg from 'pg'
import type { RunningService } from '#infra/services/service.ts'

const TICKS_PER_SECOND = 100

/** Fields of proc(5), /proc/pid/stat, counted from the state on. */
const PARENT = 1
const USER = 11
const SYSTEM = 12
const ENDED_USER = 13
const ENDED_SYSTEM = 14

/** CPU seconds so far of a server that was started here, of all its sessions, and of those that have ended. */
export function postgresCpuSeconds({ port }: Pick<RunningService, 'port'>): number {
  const pids = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
  const first = pids.find((pid) => fileOf(pid, 'cmdline').split('\0').includes(`port=${port}`)) ?? 0
  return pids.reduce((sum, pid) => sum + ticksOf(pid, first), 0) / TICKS_PER_SECOND
}

function ticksOf(pid: number, first: number): number {
  const fields = statOf(pid)
  const isOfServer = pid === first || Number(fields[PARENT]) === first
  if (!isOfServer) return 0
  const counted = pid === first ? [USER, SYSTEM, ENDED_USER, ENDED_SYSTEM] : [USER, SYSTEM]
  return counted.reduce((sum, field) => sum + Number(fields[field]), 0)
}

function statOf(pid: number): string[] {
  const stat = fileOf(pid, 'stat')
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

/** Empty for a process that has ended meanwhile. */
function fileOf(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8')
  } catch {
    return ''
  }
}

interface TableSize {
  readonly name: string
  readonly bytes: string
}

const SIZES = `SELECT relname AS name, pg_total_relation_size(pg_class.oid) AS bytes
  FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
  WHERE relkind = 'r' AND nspname !~ '^pg_' AND nspname <> 'information_schema'`
const WAL = "SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') AS bytes"

/** Bytes of the frontier's tables with their indexes, by table. */
export async function tableBytes(url: string): Promise<Map<string, number>> {
  const rows = await ask<TableSize>(url, SIZES)
  return new Map(rows.map(({ name, bytes }) => [name, Number(bytes)]))
}

/** Bytes that the server has written to its write-ahead log so far. */
export async function walBytes(url: string): Promise<number> {
  const [row] = await ask<{ readonly bytes: string }>(url, WAL)
  return Number(row?.bytes)
}

async function ask<Row extends object>(url: string, text: string): Promise<readonly Row[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    const { rows } = await client.query<Row>(text)
    return rows
  } finally {
    await client.end()
  }
}
