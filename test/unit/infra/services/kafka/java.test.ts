import { existsSync } from 'node:fs'
import { expect } from 'chai'
import { javaArguments, kafkaJars } from '#infra/services/kafka/java.ts'

describe('javaArguments', () => {
  it('bound the heap, and name the jars and a file of the repository for logging', () => {
    const args = javaArguments('256m')
    expect(args).to.include('-Xmx256m')
    expect(args.slice(-2)).to.deep.equal(['-cp', `${kafkaJars()}/libs/*`])
    const logging = args.find((arg) => arg.startsWith('-Dlog4j2.configurationFile='))?.split('=')[1]
    expect(existsSync(logging ?? '')).to.equal(true)
  })
})
