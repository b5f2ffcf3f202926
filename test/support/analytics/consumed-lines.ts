import type { SuitePython } from '#test/support/service/python.ts'
import type { PublishedEvents } from './published-events.ts'

/** Writes all events to the file by `consume.py`, as a group of this name. */
export async function consumeLines(
  python: SuitePython,
  { brokers, prefix, url }: PublishedEvents,
  group: string,
  file: string,
): Promise<void> {
  const where = ['--brokers', brokers, '--prefix', prefix, '--group', `${prefix}${group}`, '--base-url', url]
  await python.run('consume.py', [...where, '--output', file, '--until-idle', '10'])
}
