/** A topic has no slash in its name, so that no two partitions have the same. */
export function partitionName({ topic, partition }: { topic: string; partition: number }): string {
  return `${topic}/${partition}`
}
