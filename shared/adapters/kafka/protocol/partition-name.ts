/** Name of a partition as `topic/partition`; unique, since the name of a topic contains no slash. */
export function partitionName({ topic, partition }: { topic: string; partition: number }): string {
  return `${topic}/${partition}`
}
