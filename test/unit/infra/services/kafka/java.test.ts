import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { CONNECT, javaArguments, kafkaJars } from '#infra/services/kafka/java.ts'

describe('javaArguments', () => {
  it('bound the heap, and name the jars and a file of the repository for logging', () => {
    const args = javaArguments('256m')
    expect(args).to.include('-Xmx256m')
    expect(args.slice(-2)).to.deep.equal(['-cp', `${kafkaJars()}/libs/*`])
    const logging = args.find((arg) => arg.startsWith('-Dlog4j2.configurationFile='))?.split('=')[1]
    expect(existsSync(logging ?? '')).to.equal(true)
  })
})

describe('Kafka Connect', () => {
  it('has jars of its own, of the version of the broker', () => {
    expect(javaArguments('256m', CONNECT).slice(-2)).to.deep.equal(['-cp', `${kafkaJars(CONNECT)}/libs/*`])
    expect(kafkaJars(CONNECT)).not.to.equal(kafkaJars())
    const version = kafkaJars().split('-').at(-1)
    const pom = readFileSync(join(CONNECT.recipe, 'pom.xml'), 'utf8')
    const versions = pom.matchAll(
      /<groupId>org\.apache\.kafka<\/groupId>[^/]*\/artifactId>\s*<version>([^<]+)/g,
    )
    expect([...versions].map(([, found]) => found)).to.deep.equal([version, version])
  })
})
