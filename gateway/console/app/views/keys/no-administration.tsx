import { Section } from '../../ui/facts.tsx'
import { Remark } from '../../ui/notice.tsx'

/** What a key without the scope `admin` sees in place of the keys. */
export function NoAdministration() {
  return (
    <Section title="Keys">
      <Remark>
        <p>
          This key cannot list, create or revoke keys: it lacks the scope <code>admin</code>. Whoever runs the
          service can make a key that has it, with <code>npm run -s keys -- create --admin</code>; the key
          that the first start of the service prints has it, too.
        </p>
      </Remark>
    </Section>
  )
}
