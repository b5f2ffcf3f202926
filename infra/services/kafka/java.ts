import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { announce, cacheFolder, fillOnce, installPackages, runCommand, succeeds } from '../command.ts'
import { verifyJars } from './verify-jars.ts'

const RECIPE = import.meta.dirname
const VERSION = '4.1.1'
const COPY = 'org.apache.maven.plugins:maven-dependency-plugin:2.8:copy-dependencies'

/** Ensures that a broker can be started: Java, Maven and the jars. Rejects with the reason otherwise. */
export async function prepareJars(): Promise<void> {
  if (!(await succeeds('java', ['-version'])))
    await installPackages(['openjdk-17-jre-headless'], 'Java runs the Kafka broker of the tests')
  await fillOnce(kafkaJars(), downloadJars)
}

/** The folder that `prepareJars` fills; the jars are in its folder `libs`. */
export function kafkaJars(): string {
  return cacheFolder(`kafka-${VERSION}`)
}

async function downloadJars(folder: string): Promise<void> {
  if (!(await succeeds('mvn', ['-version'])))
    await installPackages(['maven'], 'Maven downloads the Kafka broker of the tests')
  announce(`downloading Kafka ${VERSION} by Maven, once (the broker of the tests; about a minute)`)
  await copyFile(join(RECIPE, 'pom.xml'), join(folder, 'pom.xml'))
  const goal = [COPY, '-DoutputDirectory=libs', '-DincludeScope=runtime']
  await runCommand('mvn', ['-q', '-B', '--strict-checksums', ...goal], { cwd: folder })
  await verifyJars(join(folder, 'libs'))
}

/** A program that runs for minutes costs half of the processor time with the first compiler and collector alone. */
const SHORT_LIVED = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC']

/** Arguments of `java` before the class name of a Kafka program. */
export function javaArguments(heap: string): string[] {
  const logging = join(RECIPE, 'log4j2.properties')
  return [
    ...[`-Xmx${heap}`, ...SHORT_LIVED, `-Dlog4j2.configurationFile=${logging}`, '-Dkafka.logs.dir=.'],
    ...['-cp', `${kafkaJars()}/libs/*`],
  ]
}
