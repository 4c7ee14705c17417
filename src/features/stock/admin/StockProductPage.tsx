import { formatCount } from '../../../lib/count.ts'
import { StandaloneLink } from '../../../ui/Actions.tsx'
import { Section } from '../../../ui/Card.tsx'
import { FormResult } from '../../../ui/forms/FormResult.tsx'
import { Pagination } from '../../../ui/Pagination.tsx'
import { definePage } from '../../../ui/page.ts'
import { renderUnbroken } from '../../../ui/unbroken.tsx'
import { AdminFrame } from '../../back-office/AdminFrame.tsx'
import { movementsUrl, type StockFigures, stockUrl } from '../stock.ts'
import { AdjustForm, type AdjustFormProps, StorageForm, type StorageFormProps } from './StockForms.tsx'
import { BackLink, MovementsTable, OpenPiecesTable } from './StockTables.tsx'
import type { ListedMovement, ListedPieces } from './view.ts'

interface StockProductPageProps extends AdjustFormProps, StorageFormProps {
  title: string
  /** In the shop. */
  productUrl: string
  figures: StockFigures
  bin: string
  isLow: boolean
  lowStock: number | null
  leadTime: string
  openPieces: ListedPieces
  movements: ListedMovement[]
  page: number
  pages: number
}

/** The stock of a part: its figures, the forms that change it, the orders that wait for it, and its movements. */
export function StockProductPage(props: StockProductPageProps) {
  const { code, title, url, productUrl, notice, errors, openPieces, movements, page, pages } = props
  return (
    <AdminFrame
      current="stock"
      title={
        <>
          <span className="sr-only">Stock of </span>
          <span className="code">{code}</span>
        </>
      }
      action={<StandaloneLink href={productUrl}>View in the shop</StandaloneLink>}
    >
      <p className="-mt-4 mb-6 wrap-anywhere">{renderUnbroken(title)}</p>
      <FormResult notice={notice} errors={errors} />
      <Figures {...props} />
      <div className="mt-6 grid gap-6 lg:grid-cols-[minmax(0,1fr)_22rem] lg:items-start">
        <div className="min-w-0 space-y-6 max-lg:order-2">
          <OpenPiecesTable
            heading="Allocated to orders"
            none="No open order holds this part."
            {...openPieces}
          />
          <section aria-labelledby="movements">
            <div className="mb-2 flex flex-wrap items-center justify-between gap-x-6">
              <h2 id="movements" className="text-lg">
                Movements
              </h2>
              <StandaloneLink href={`${movementsUrl}?query=${encodeURIComponent(code)}`}>
                Sort, filter or export them
              </StandaloneLink>
            </div>
            {movements.length === 0 ? (
              <p className="card p-5">Nothing has changed the stock of this part yet.</p>
            ) : (
              <MovementsTable movements={movements} />
            )}
            <div className="mt-4">
              <Pagination page={page} pages={pages} url={`${url}?`} label="Movements" />
            </div>
          </section>
        </div>
        <div className="flex flex-wrap gap-3 lg:block lg:space-y-6">
          <AdjustForm {...props} />
          <StorageForm {...props} />
        </div>
      </div>
      <BackLink url={stockUrl} name="Stock of all parts" />
    </AdminFrame>
  )
}

export const stockProductPage = definePage('features/stock/admin/StockProductPage', StockProductPage)

function Figures({ figures, bin, isLow, lowStock, leadTime }: StockProductPageProps) {
  const { onHand, allocated, available } = figures
  const missing = available < 0 ? `${formatCount(-available)} more promised than on hand` : ''
  const low = isLow && lowStock !== null ? `Below the low-stock level of ${formatCount(lowStock)}` : ''
  return (
    <Section id="figures" heading="Figures" headingClassName="sr-only" className="card p-5">
      <dl className="grid grid-cols-3 gap-x-4 gap-y-4 sm:flex sm:flex-wrap sm:gap-x-12">
        <Figure name="On hand" value={onHand} />
        <Figure name="Allocated" value={allocated} />
        <Figure name="Available" value={available} isShort={available <= 0 || isLow} />
        {bin !== '' && (
          <div className="max-sm:col-span-3">
            <dt className="note">Bin</dt>
            <dd className="text-2xl font-semibold wrap-anywhere sm:text-3xl">{bin}</dd>
          </div>
        )}
        <Detail name="Low-stock level" value={lowStock === null ? '' : formatCount(lowStock)} />
        <Detail name="Lead time" value={leadTime} />
      </dl>
      {(missing || low) && (
        <p className="mt-4 border-l-4 border-amber bg-wash px-4 py-2">
          {[missing, low].filter(Boolean).join('. ')}.
        </p>
      )}
    </Section>
  )
}

/** Left out while it is empty. */
function Detail({ name, value }: { name: string; value: string }) {
  if (value === '') return null
  return (
    <div className="max-sm:col-span-3">
      <dt className="note">{name}</dt>
      <dd className="sm:mt-1.5 wrap-anywhere">{value}</dd>
    </div>
  )
}

function Figure({ name, value, isShort = false }: { name: string; value: number; isShort?: boolean }) {
  return (
    <div>
      <dt className="note">{name}</dt>
      <dd className={`text-2xl font-semibold tabular-nums sm:text-3xl ${isShort ? 'text-danger' : ''}`}>
        {value < 0 ? `−${formatCount(-value)}` : formatCount(value)}
      </dd>
    </div>
  )
}
