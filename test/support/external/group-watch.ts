import { AssignerProtocol, Kafka, logLevel } from 'kafkajs'

/** The owning member by `topic/partition`. */
export type Owners = ReadonlyMap<string, string>

/** A group as its broker sees it. */
export interface GroupWatch {
  /** The owners; waits while the group rebalances. */
  owners(): Promise<Owners>
  close(): Promise<void>
}

/** Watches a group, named without the prefix of the settings. */
export async function watchGroup(env: Readonly<Record<string, string>>, group: string): Promise<GroupWatch> {
  const brokers = (env.KAFKA_BROKERS ?? '').split(',')
  const admin = new Kafka({ clientId: 'watch', brokers, logLevel: logLevel.NOTHING }).admin()
  await admin.connect()
  const name = `${env.KAFKA_TOPIC_PREFIX ?? ''}${group}`
  return {
    async owners() {
      for (;;) {
        const { groups } = await admin.describeGroups([name])
        if (groups[0]?.state === 'Stable') return ownersOf(groups[0].members)
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
    },
    close: () => admin.disconnect(),
  }
}

function ownersOf(members: readonly { memberId: string; memberAssignment: Buffer }[]): Owners {
  return new Map(
    members.flatMap(({ memberId, memberAssignment }) => {
      const topics = AssignerProtocol.MemberAssignment.decode(memberAssignment)?.assignment ?? {}
      return Object.entries(topics).flatMap(([topic, partitions]) =>
        partitions.map((partition) => [`${topic}/${partition}`, memberId] as const),
      )
    }),
  )
}
