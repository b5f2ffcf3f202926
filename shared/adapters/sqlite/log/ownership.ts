/** Who owns which topic in one group: whoever came first, and when that one leaves, the next. */
export interface Ownership<Member> {
  /** Answers which of the topics the member owns now. */
  join(member: Member, topics: readonly string[]): string[]
  /** Answers the members that own more than before, each with all that it owns. */
  leave(member: Member): Map<Member, string[]>
}

export function makeOwnership<Member>(): Ownership<Member> {
  const queues = new Map<string, Member[]>()

  function ownedBy(member: Member): string[] {
    return [...queues].filter(([, queue]) => queue[0] === member).map(([topic]) => topic)
  }

  return {
    join(member, topics) {
      for (const topic of topics) {
        const queue = queues.get(topic) ?? []
        queues.set(topic, queue)
        queue.push(member)
      }
      return ownedBy(member)
    },
    leave(member) {
      const owned = ownedBy(member)
      for (const [topic, queue] of queues)
        queues.set(
          topic,
          queue.filter((other) => other !== member),
        )
      const successors = owned.flatMap((topic) => queues.get(topic)?.slice(0, 1) ?? [])
      return new Map(successors.map((successor) => [successor, ownedBy(successor)]))
    },
  }
}
