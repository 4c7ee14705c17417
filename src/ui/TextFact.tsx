import { Fact } from './Fact.tsx'

interface TextFactProps {
  name: string
  text: string | null | undefined
}

/** A fact that people typed, with its lines; left out where they typed none. */
export const TextFact = ({ name, text }: TextFactProps) =>
  text ? (
    <Fact name={name}>
      <span className="whitespace-pre-line wrap-anywhere">{text}</span>
    </Fact>
  ) : null

/** Several, by their names. */
export const TextFacts = ({ facts }: { facts: Record<string, TextFactProps['text']> }) =>
  Object.entries(facts).map(([name, text]) => <TextFact key={name} name={name} text={text} />)
