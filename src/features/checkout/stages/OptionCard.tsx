import type { ReactNode } from 'react'
import { formatPounds } from '../../../lib/money.ts'
import { addVat } from '../../basket/totals.ts'
import { toPence } from '../../basket/view.ts'
import { getVatRate } from '../../delivery/vat-rate.ts'
import type { DeliveryOffer } from '../schemas.ts'
import type { DestinationInput } from '../totals.ts'

interface OptionCardProps {
  option: DeliveryOffer
  /** Determines the VAT on the price. */
  to: DestinationInput
  isChosen: boolean
  onChoose: () => void
  children?: ReactNode
}

export function OptionCard({ option, to, isChosen, onChoose, children }: OptionCardProps) {
  const { code, title, subtitle, caption } = option
  return (
    <div className="rounded border border-rule bg-surface p-4 has-checked:border-ink has-checked:bg-wash has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-link">
      <label className="grid cursor-pointer grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-1 xs:grid-cols-[auto_minmax(0,1fr)_auto]">
        <input
          type="radio"
          name="delivery_method"
          value={code}
          checked={isChosen}
          onChange={onChoose}
          className="size-5 shrink-0"
        />
        <span className="min-w-0 grow">
          <span className="block font-semibold">{title}</span>
          {subtitle && <span className="block note">{subtitle}</span>}
          {caption && <span className="block note">{keepDigitsTogether(caption)}</span>}
        </span>
        <OptionPrice option={option} to={to} />
      </label>
      {children}
    </div>
  )
}

// A telephone number stays on one line.
function keepDigitsTogether(text: string): string {
  return text.replace(/(?<=\d) (?=\d{3})/g, '\u00a0')
}

function OptionPrice({ option, to }: Pick<OptionCardProps, 'option' | 'to'>) {
  if (option.price === null) return <span className="text-sm max-xs:col-start-2">We will quote</span>
  const price = toPence(option.price)
  if (price === 0) return <span className="font-semibold max-xs:col-start-2">FREE</span>
  const gross = addVat(price, getVatRate(to.country, to.postcode))
  return (
    <span className="max-xs:col-start-2 xs:text-right">
      <span className="font-semibold max-xs:mr-3 xs:block">
        {formatPounds(price)}
        <span className="text-sm font-normal text-steel"> ex VAT</span>
      </span>
      <span className="note xs:block">{gross === price ? 'no VAT' : `${formatPounds(gross)} inc VAT`}</span>
    </span>
  )
}
