import { type SubmitEvent, useEffect, useState } from 'react'
import { workingDays } from '../delivery/calendar.ts'
import { addDays, isoDate, showDay } from '../shared/dates.ts'
import { ask } from '../ui/Dialog.tsx'
import { ErrorSummary } from '../ui/ErrorSummary.tsx'
import { Field } from '../ui/Field.tsx'
import { Refused, send } from '../ui/send.ts'
import { destinationKey } from './address.ts'
import { Continue } from './Continue.tsx'
import type { readDelivery } from './contract.ts'
import { addressOf, type WireOption } from './draft.ts'
import { OptionCard } from './OptionCard.tsx'
import type { Checkout } from './useCheckout.tsx'
import { byId, useForm } from './useForm.tsx'
import { checkoutWords } from './words.ts'

type Offers =
  | { state: 'asking' }
  | { state: 'failed'; why: string }
  | { state: 'there'; error: string | null; options: WireOption[] }

/** Stage 3: the day, and what it costs. The dates come from the server each time the stage opens: promises age. */
export function DeliveryStage({ checkout }: { checkout: Checkout }) {
  const { answers, addresses } = checkout
  const address = addressOf(answers.delivery, addresses)
  const { country, postcode } = address
  const here = destinationKey(address)
  const [offers, setOffers] = useState<Offers>({ state: 'asking' })
  const [round, setRound] = useState(0)
  const options = offers.state === 'there' ? offers.options : []
  const chosen = options.find(({ code }) => code === answers.option?.code) ?? null
  const isGone = offers.state === 'there' && answers.option !== null && chosen === null && options.length > 0
  const form = useForm(chosen ? {} : { delivery_method: checkoutWords.deliveryMethod })

  // biome-ignore lint/correctness/useExhaustiveDependencies: another round is another try
  useEffect(() => {
    let isOld = false
    setOffers({ state: 'asking' })
    askOffers(country, postcode).then(answer => {
      if (!isOld) setOffers(answer)
    })
    return () => {
      isOld = true
    }
  }, [country, postcode, round])

  async function choose(option: WireOption) {
    form.touch('delivery_method')
    checkout.set({ option, optionFor: here, day: null })
    if (option.code !== 'COL' || answers.option?.code === 'COL') return
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
    if (offers.state === 'asking') return
    await form.submit(async () => {
      const errors = await checkout.finish(3, { ...answers, option: chosen, optionFor: here })
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
      {checkout.notice && <p className="mb-4 border-l-4 border-late pl-3">{checkout.notice}</p>}
      {isGone && (
        <p className="mb-4 border-l-4 border-late pl-3">
          The delivery you had chosen can no longer be had. Please choose from these.
        </p>
      )}
      <div role="status">
        {offers.state === 'asking' && <p className="py-4 text-steel">Finding delivery dates…</p>}
      </div>
      {offers.state === 'failed' && (
        <div role="alert">
          <p className="font-semibold text-danger">{offers.why}</p>
          <button type="button" className="button mt-3" onClick={() => setRound(round + 1)}>
            Try again
          </button>
        </div>
      )}
      {offers.state === 'there' && offers.error && (
        <p role="alert" className="border-l-4 border-late pl-3 font-semibold">
          {offers.error}
        </p>
      )}
      {options.length > 0 && (
        <>
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
                  {option.code === 'NAM' && chosen?.code === 'NAM' && option.arg && (
                    <DayChoice first={option.arg} day={answers.day} onChoose={day => checkout.set({ day })} />
                  )}
                </OptionCard>
              ))}
            </div>
          </fieldset>
          <Continue label="Continue to billing" isBusy={form.isBusy} />
        </>
      )}
    </form>
  )
}

// The server judges the day; up to here it is always within the 30 days it allows (contract §3).
const shownDays = 25

function DayChoice({
  first,
  day,
  onChoose,
}: {
  first: string
  day: string | null
  onChoose: (day: string) => void
}) {
  const from = isoDate(first)
  if (!from) return null
  return (
    <div className="mt-3 pl-9">
      <Field id="delivery-day" label="Delivery day">
        {wiring => (
          <select
            {...wiring}
            className="input max-w-[36ch]"
            value={day ?? from}
            onChange={event => onChoose(event.target.value)}
          >
            {workingDays('england-and-wales', from, addDays(from, shownDays)).map(date => (
              <option key={date} value={date}>
                {showDay(date)}
              </option>
            ))}
          </select>
        )}
      </Field>
    </div>
  )
}

async function askOffers(country: string, postcode: string): Promise<Offers> {
  try {
    const { error, options } = await send<typeof readDelivery>('POST /checkout/delivery', {
      body: { country, postcode },
    })
    return { state: 'there', error: error || null, options }
  } catch (error) {
    if (error instanceof Refused && error.problem.status === 429)
      return { state: 'failed', why: error.message }
    return { state: 'failed', why: checkoutWords.optionsFailed }
  }
}
