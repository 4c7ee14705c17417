import { type SubmitEvent, useCallback, useEffect, useRef, useState } from 'react'
import { type Consignments, consignmentChoices, consignmentMessages } from '../../../lib/availability.ts'
import type { ConsignmentsView } from '../../../lib/consignments.ts'
import { emptyAddress } from '../../../lib/contact/address.ts'
import { formatDay, parseIsoDate } from '../../../lib/dates.ts'
import { lowerFirst, upperFirst } from '../../../lib/text.ts'
import { ConsignmentLists } from '../../../ui/ConsignmentLists.tsx'
import { confirm } from '../../../ui/Dialog.tsx'
import { ErrorSummary } from '../../../ui/forms/ErrorSummary.tsx'
import { Field } from '../../../ui/forms/Field.tsx'
import { type SourceIds, toDestinationKey } from '../draft/draft.ts'
import { lastStageMessages } from '../last-stage-messages.ts'
import type { DeliveryOffer } from '../schemas.ts'
import { needsConfirmation } from '../stages.ts'
import { OptionCard } from './OptionCard.tsx'
import { type DeliveryReply, loadDelivery, type RequestFailure } from './requests.client.ts'
import { ContinueButton } from './StageCard.tsx'
import { getDeliveryAddress, getProgressAfter } from './state.ts'
import type { Checkout } from './useCheckout.tsx'
import { prefixFields, useForm } from './useForm.tsx'

/** Stage 3: the delivery option and day. They are loaded each time the stage opens, because dates change. */
export function DeliveryStage({ checkout }: { checkout: Checkout }) {
  const { state, dispatch } = checkout
  const { draft, facts } = state
  const address = getDeliveryAddress(state)
  const { country, postcode } = address
  const destination = toDestinationKey(address)
  const isQuote = facts.source.quote_id !== null
  // Another delivery than the quoted one is chosen on purpose only.
  const [isQuotedAlone, setQuotedAlone] = useState(
    isQuote && (draft.deliveryOption === '' || draft.deliveryOption === 'QTD'),
  )
  const { reply, reload } = useDeliveryOptions(
    { country, postcode, consignments: draft.consignments, source: facts.source, isQuotedAlone },
    dispatch,
  )
  const loaded = reply !== 'loading' && 'options' in reply ? reply : null
  const options = loaded?.options ?? []
  const chosen = options.find(({ code }) => code === draft.deliveryOption) ?? null
  const namedDays = chosen?.code === 'NAM' ? (loaded?.named_days ?? []) : []
  const isDayOffered = draft.deliveryDay !== null && [chosen?.arg, ...namedDays].includes(draft.deliveryDay)
  const day = isDayOffered ? draft.deliveryDay : (chosen?.arg ?? null)
  usePreselection(checkout, loaded, destination)
  // The options of another choice are shown until the new ones have arrived.
  const consignments = draft.consignments ?? 'together'
  const isOutdated = ![undefined, null, consignments].includes(loaded?.consignments?.choice)
  const form = useForm(chosen ? {} : { delivery_method: lastStageMessages.deliveryMethod })

  async function choose(option: DeliveryOffer) {
    form.handleChange('delivery_method')
    dispatch({ type: 'offerChosen', option, destination, day: null })
    if (!needsConfirmation(option.code, draft.deliveryOption)) return
    const isConfirmed = await confirm({
      title: 'Collect your order?',
      text: `You have chosen to collect: ${option.subtitle || option.title}. We won’t deliver this order.`,
      confirmLabel: 'Yes, I will collect',
      cancelLabel: 'No, choose again',
    })
    // R-CHECKOUT-18.
    if (!isConfirmed) dispatch({ type: 'offerCleared' })
  }

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    if (reply === 'loading' || isOutdated) return
    await form.submit(async () => {
      if (!chosen) return null
      dispatch({ type: 'offerChosen', option: chosen, destination, day })
      const stageDraft = { ...draft, deliveryOption: chosen.code, deliveryDay: day }
      const errors = await checkout.sendStage(3, stageDraft)
      if (!errors) return null
      // Current dates beside the reason, because the old ones were refused.
      if (!('' in errors)) void reload()
      return 'delivery_arg' in errors ? { delivery_method: errors.delivery_arg! } : errors
    })
  }

  const { '': general, ...fields } = form.errors
  const notice = findChangeNotice(draft, chosen, day)
  return (
    <form method="post" action="/checkout" onSubmit={submit} noValidate>
      {form.attempt > 0 && (
        <ErrorSummary errors={prefixFields('delivery', fields)} lead={general} attempt={form.attempt} />
      )}
      {options.length > 0 && notice && <p className="mb-4 border-l-4 border-late pl-3">{notice}</p>}
      <div role="status">
        {reply === 'loading' && <p className="py-4 text-steel">Finding delivery dates…</p>}
      </div>
      {reply !== 'loading' && 'failure' in reply && (
        <DeliveryProblem text={reply.failure} label="Try again" onPress={() => void reload()} />
      )}
      {loaded && options.length === 0 && (
        <DeliveryProblem
          text={loaded.error || lastStageMessages.noDeliveryOptions}
          label="Change delivery address"
          onPress={() => dispatch({ type: 'stageEdited', stage: 2 })}
        />
      )}
      {options.length > 0 && (
        <>
          {loaded?.consignments && (
            <ConsignmentChoice
              view={loaded.consignments}
              choice={consignments}
              onChoose={choice =>
                dispatch({ type: 'draftChanged', change: { consignments: choice, deliveryDay: null } })
              }
            />
          )}
          {loaded?.promise && <p className="mb-3 font-semibold text-stock">{loaded.promise}</p>}
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
                  {namedDays.length > 0 && chosen?.code === option.code && (
                    <DayChoice
                      days={namedDays}
                      day={day ?? namedDays[0]!}
                      onChoose={deliveryDay => dispatch({ type: 'draftChanged', change: { deliveryDay } })}
                    />
                  )}
                </OptionCard>
              ))}
            </div>
          </fieldset>
          {isQuote && isQuotedAlone && (
            <button
              type="button"
              className="link mt-3 min-h-11 cursor-pointer"
              onClick={() => setQuotedAlone(false)}
            >
              Choose another delivery instead of the quoted one
            </button>
          )}
          <ContinueButton to={getProgressAfter(state, 3, draft, 'other').open} isBusy={form.isBusy} />
        </>
      )}
    </form>
  )
}

/** Chooses the customer's usual service once, unless another was chosen or the choice was cleared. */
function usePreselection(
  { state, dispatch }: Checkout,
  loaded: { options: DeliveryOffer[] } | null,
  destination: string,
) {
  const isDone = useRef(false)
  const { usualService } = state.facts
  const { deliveryOption } = state.draft
  useEffect(() => {
    if (!loaded || isDone.current) return
    isDone.current = true
    const option = loaded.options.find(({ code }) => code === usualService)
    if (option && deliveryOption === '') dispatch({ type: 'offerChosen', option, destination, day: null })
  }, [loaded, usualService, deliveryOption, destination, dispatch])
}

interface OptionsQuery {
  country: string
  postcode: string
  consignments: Consignments | null
  source: SourceIds
  isQuotedAlone: boolean
}

function useDeliveryOptions(
  { country, postcode, consignments, source, isQuotedAlone }: OptionsQuery,
  dispatch: Checkout['dispatch'],
) {
  const [reply, setReply] = useState<DeliveryReply | RequestFailure | 'loading'>('loading')
  const latestRequest = useRef(0)
  const load = useCallback(async () => {
    latestRequest.current += 1
    const request = latestRequest.current
    const delivery = await loadDelivery({ country, postcode }, consignments, source, !isQuotedAlone)
    // The reply for an earlier address or choice may come late.
    if (request !== latestRequest.current) return
    setReply(delivery)
    const options = 'options' in delivery ? delivery.options : []
    dispatch({
      type: 'optionsLoaded',
      options,
      destination: toDestinationKey({ ...emptyAddress, country, postcode }),
    })
  }, [country, postcode, consignments, source, isQuotedAlone, dispatch])
  useEffect(() => void load(), [load])
  const reload = () => {
    setReply('loading')
    return load()
  }
  return { reply, reload }
}

// The chosen option or day is no longer offered: it is never replaced silently.
function findChangeNotice(
  draft: Checkout['state']['draft'],
  chosen: DeliveryOffer | null,
  day: string | null,
): string | null {
  if (draft.deliveryOption === '') return null
  if (chosen === null) return lastStageMessages.optionUnavailable
  const [before, now] = [draft.deliveryDay, day].map(date => parseIsoDate(date ?? ''))
  if (!before || before === now) return null
  return lastStageMessages.dayUnavailable(formatDay(before), now ? formatDay(now) : null)
}

function DeliveryProblem({ text, label, onPress }: { text: string; label: string; onPress: () => void }) {
  return (
    <div role="alert" className="border-l-4 border-late pl-3">
      <p className="font-semibold">{text}</p>
      <button type="button" className="button mt-3" onClick={onPress}>
        {label}
      </button>
    </div>
  )
}

interface DayChoiceProps {
  /** Every day that may be chosen, ISO dates; the earliest first. */
  days: readonly string[]
  day: string
  onChoose: (day: string) => void
}

function DayChoice({ days, day, onChoose }: DayChoiceProps) {
  return (
    <div className="mt-3 pl-9">
      <Field id="delivery-day" label="Delivery day">
        {controlProps => (
          <select
            {...controlProps}
            className="input max-w-[36ch]"
            value={day}
            onChange={event => onChoose(event.target.value)}
          >
            {days.flatMap(date => {
              const parsed = parseIsoDate(date)
              return parsed ? (
                <option key={date} value={date}>
                  {formatDay(parsed)}
                </option>
              ) : (
                []
              )
            })}
          </select>
        )}
      </Field>
    </div>
  )
}

interface ConsignmentChoiceProps {
  view: ConsignmentsView
  /** As chosen on the page; the view follows when its reply has arrived. */
  choice: Consignments
  onChoose: (choice: Consignments) => void
}

/** What is in stock and what comes later, and how it is sent; before the days, which follow from it. */
function ConsignmentChoice({ view, choice, onChoose }: ConsignmentChoiceProps) {
  const { arrival } = view
  const hasChoice = view.choice !== null
  return (
    <section
      aria-labelledby="later-goods"
      className="mb-5 rounded border border-rule border-l-4 border-l-late bg-surface p-4"
    >
      <h3 id="later-goods" className="text-base font-semibold">
        {hasChoice ? 'Some items are on back order' : `Not in stock yet: ${lowerFirst(arrival)}`}
      </h3>
      <div className="mt-3">
        <ConsignmentLists view={view} />
      </div>
      {hasChoice && (
        <fieldset className="mt-4">
          <legend className="sr-only">How shall we send it?</legend>
          <div className="grid gap-2">
            {consignmentChoices.map(name => (
              <label
                key={name}
                className="flex cursor-pointer items-start gap-3 rounded border border-rule p-3 has-checked:border-ink has-checked:bg-wash has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-link"
              >
                <input
                  type="radio"
                  name="consignments"
                  value={name}
                  checked={choice === name}
                  onChange={() => onChoose(name)}
                  className="mt-0.5 size-5 shrink-0"
                />
                <span>
                  <span className="block font-semibold">{consignmentMessages[name]}</span>
                  <span className="block note">{formatHint(name, arrival)}</span>
                </span>
              </label>
            ))}
          </div>
        </fieldset>
      )}
    </section>
  )
}

function formatHint(choice: Consignments, arrival: string): string {
  if (choice === 'together') return `${upperFirst(arrival)}.`
  return `The rest: ${lowerFirst(arrival)}. You pay for delivery once.`
}
