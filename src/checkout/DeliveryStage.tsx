import { type SubmitEvent, useEffect, useState } from 'react'
import { ask } from '../ui/Dialog.tsx'
import { ErrorSummary } from '../ui/ErrorSummary.tsx'
import { destinationKey } from './address.ts'
import { Continue } from './Continue.tsx'
import { type Away, askOffers, type Offers } from './calls.browser.ts'
import type { Checkout } from './checkout.ts'
import { DayChoice } from './DayChoice.tsx'
import { addressOf, type WireOption } from './draft.ts'
import { checkoutWords, ownWords } from './messages.ts'
import { OptionCard } from './OptionCard.tsx'
import { needsConfirmation } from './stages.ts'
import { byId, useForm } from './useForm.tsx'

/** Stage 3: the day, and what it costs. The dates come from the server each time the stage opens: promises age. */
export function DeliveryStage({ checkout }: { checkout: Checkout }) {
  const { answers, addresses, ids } = checkout
  const address = addressOf(answers.delivery, addresses)
  const { country, postcode } = address
  const here = destinationKey(address)
  const [offers, setOffers] = useState<Offers | Away | 'asking'>('asking')
  const [round, setRound] = useState(0)
  const there = offers !== 'asking' && 'options' in offers ? offers : null
  const options = there?.options ?? []
  const chosen = options.find(({ code }) => code === answers.option?.code) ?? null
  const days = chosen?.code === 'NAM' ? (there?.named_days ?? []) : []
  const day = answers.day !== null && days.includes(answers.day) ? answers.day : null
  const form = useForm(chosen ? {} : { delivery_method: checkoutWords.deliveryMethod })

  // biome-ignore lint/correctness/useExhaustiveDependencies: another round is another try
  useEffect(() => {
    let isOld = false
    setOffers('asking')
    askOffers({ country, postcode }, ids).then(answer => {
      if (!isOld) setOffers(answer)
    })
    return () => {
      isOld = true
    }
  }, [country, postcode, round])

  async function choose(option: WireOption) {
    form.touch('delivery_method')
    checkout.set({ option, optionFor: here, day: null })
    if (!needsConfirmation(option.code, answers.option?.code ?? null)) return
    const collects = await ask({
      title: 'Collect your order?',
      text: `You have chosen to collect: ${option.subtitle || option.title}. We will not send this order.`,
      confirmLabel: 'Yes, I will collect',
      cancelLabel: 'No, choose again',
    })
    // Specification §4: declining clears the choice.
    if (!collects) checkout.set({ option: null, optionFor: '', day: null })
  }

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    if (offers === 'asking') return
    await form.submit(async () => {
      const errors = await checkout.finish(3, { ...answers, option: chosen, optionFor: here, day })
      if (!errors) return null
      // Fresh dates beside the reason: the old ones were refused.
      if (!('' in errors)) setRound(round + 1)
      return 'delivery_arg' in errors ? { delivery_method: errors.delivery_arg! } : errors
    })
  }

  const { '': general, ...fields } = form.shown
  return (
    <form method="post" action="/checkout" onSubmit={submit} noValidate>
      {form.attempt > 0 && (
        <ErrorSummary errors={byId('delivery', fields)} lead={general} attempt={form.attempt} />
      )}
      {there && options.length > 0 && <Gone answers={answers} chosen={chosen} day={day} />}
      <div role="status">
        {offers === 'asking' && <p className="py-4 text-steel">Finding delivery dates…</p>}
      </div>
      {offers !== 'asking' && 'away' in offers && (
        <Trouble text={offers.away} label="Try again" onPress={() => setRound(round + 1)} />
      )}
      {there?.error && (
        <Trouble text={there.error} label="Change delivery address" onPress={() => checkout.edit(2)} />
      )}
      {options.length > 0 && (
        <>
          {there?.promise && <p className="mb-3 font-semibold text-stock">{there.promise}</p>}
          <fieldset id="delivery-delivery_method" tabIndex={-1}>
            <legend className="sr-only">Choose a delivery</legend>
            <div className="space-y-2">
              {options.map(option => (
                <OptionCard
                  key={option.code}
                  option={option}
                  to={{ country, postcode }}
                  isChosen={chosen?.code === option.code}
                  onChoose={() => void choose(option)}
                >
                  {days.length > 0 && chosen?.code === option.code && (
                    <DayChoice days={days} day={day} onChoose={named => checkout.set({ day: named })} />
                  )}
                </OptionCard>
              ))}
            </div>
          </fieldset>
          <Continue to={checkout.leadsTo(3)} isBusy={form.isBusy} />
        </>
      )}
    </form>
  )
}

// What he had chosen went meanwhile: never another in its place without a word.
function Gone({
  answers,
  chosen,
  day,
}: {
  answers: Checkout['answers']
  chosen: WireOption | null
  day: string | null
}) {
  const isOptionGone = answers.option !== null && chosen === null
  const isMoved = answers.day === null && answers.option?.arg !== chosen?.arg && answers.option !== null
  if (!isOptionGone && !isMoved && answers.day === day) return null
  return (
    <p className="mb-4 border-l-4 border-late pl-3">
      {isOptionGone ? ownWords.optionGone : ownWords.dayGone}
    </p>
  )
}

function Trouble({ text, label, onPress }: { text: string; label: string; onPress: () => void }) {
  return (
    <div role="alert" className="border-l-4 border-late pl-3">
      <p className="font-semibold">{text}</p>
      <button type="button" className="button mt-3" onClick={onPress}>
        {label}
      </button>
    </div>
  )
}
