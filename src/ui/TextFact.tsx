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
