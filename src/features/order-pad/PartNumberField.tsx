import type { ComponentProps } from 'react'
import { StandaloneLink } from '../../ui/Actions.tsx'
import type { PadLine } from './pad.ts'
import type { PadEditor } from './usePadEditor.tsx'

interface PartNumberFieldProps {
  line: PadLine
  name: string
  editor: PadEditor
}

export function PartNumberField({
  line,
  name,
  editor,
  isUnknown,
}: PartNumberFieldProps & { isUnknown: boolean }) {
  const { nr, code } = line
  const id = `line-${nr}-code`
  return (
    <div className="flex flex-wrap items-end gap-2">
      <div>
        <label htmlFor={id} className="block text-sm">
          {isUnknown ? 'Part number' : 'Another part number'}
          <span className="sr-only"> of line {nr}</span>
        </label>
        <input
          id={id}
          type="text"
          name={name}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          value={code}
          onChange={event => editor.change(nr, { code: event.target.value })}
          onKeyDown={event => {
            if (event.key === 'Enter') void editor.check(nr)
          }}
          className="input w-[22ch] font-mono"
        />
      </div>
      <PadButton onPress={() => editor.check(nr)} className="button">
        Look up<span className="sr-only"> line {nr}</span>
      </PadButton>
      {isUnknown && (
        <StandaloneLink href={`/search?query=${encodeURIComponent(code)}`}>Search for it</StandaloneLink>
      )}
    </div>
  )
}

/** A button that changes a line: at once by `onPress`, without JavaScript by sending the pad with its value. */
export const PadButton = ({ onPress, ...button }: ComponentProps<'button'> & { onPress: () => unknown }) => (
  <button
    {...button}
    type="submit"
    formAction="/order-pad"
    onClick={event => {
      event.preventDefault()
      onPress()
    }}
  />
)

/** Similar numbers: offered, never chosen automatically (R-PAD-1). */
export function NumberSuggestions({ line, name, editor }: PartNumberFieldProps) {
  if (line.near.length === 0) return null
  return (
    <div className="flex flex-wrap gap-2">
      {line.near.map(code => (
        <PadButton
          key={code}
          name={name}
          value={code}
          onPress={() => editor.check(line.nr, code)}
          className="button min-h-11 px-3"
        >
          <span className="sr-only">Line {line.nr} is </span>
          <span className="code">{code}</span>
        </PadButton>
      ))}
    </div>
  )
}
