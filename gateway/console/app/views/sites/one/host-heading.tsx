import { withVisibleMarks } from '../../../ui/page/control-marks.ts'

/** The heading of a site. */
export function HostHeading({ host }: { host: string }) {
  return (
    <h1>
      <bdi>{withVisibleMarks(host)}</bdi>
    </h1>
  )
}
