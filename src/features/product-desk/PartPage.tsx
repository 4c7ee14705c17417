import { StandaloneLink } from '../../ui/Actions.tsx'
import { Card } from '../../ui/Card.tsx'
import { definePage } from '../../ui/page.ts'
import { AdminForm } from '../back-office/AdminForm.tsx'
import { useStaffRight } from '../back-office/AdminFrame.tsx'
import { AdminSubjectFrame, type SubjectPageProps } from '../back-office/AdminSubjectFrame.tsx'
import { PartFields, type PartFieldsProps } from './PartFields.tsx'
import { PartSections, type PartSectionsProps } from './PartSections.tsx'
import { productsUrl } from './part.ts'

export interface PartPageProps extends SubjectPageProps, Omit<PartFieldsProps, 'errors'> {
  code: string
  sections: PartSectionsProps
  title: string
  path: string
  forSale: boolean
  withdrawn: boolean
  available: number
  onHand: number
  prices: { when: string; price: string }[]
  /** What undoing the last change would do; null: there is nothing to undo. */
  undo: string | null
}

export function PartPage(props: PartPageProps) {
  const { url, version, code, title, forSale, form, errors } = props
  return (
    <AdminSubjectFrame
      {...props}
      current="products"
      name={code}
      state={!forSale && { text: 'Off sale', tone: 'stopped' }}
      subtitle={title}
      forms={<PartActions {...props} />}
      back={{ url: productsUrl, name: 'All products' }}
    >
      <Card id="details" heading="Details">
        <AdminForm action={url} version={version} button="Save" look="button-strong">
          <PartFields {...props} form={form} errors={errors} />
        </AdminForm>
      </Card>
      <PartSections {...props.sections} />
    </AdminSubjectFrame>
  )
}

export const partPage = definePage('features/product-desk/PartPage', PartPage)

function PartActions({
  url,
  version,
  code,
  path,
  available,
  onHand,
  withdrawn,
  prices,
  undo,
}: PartPageProps) {
  const canSeeStock = useStaffRight('warehouse')
  return (
    <>
      <Card id="stock" heading="In the shop">
        <p className="mt-2">
          {onHand.toLocaleString('en-GB')} on hand, {available.toLocaleString('en-GB')} available
        </p>
        {withdrawn && <p className="mt-2">The last whole import did not have it.</p>}
        <p className="mt-2 flex flex-wrap gap-x-6">
          <StandaloneLink href={`/${path}`}>Its page</StandaloneLink>
          {canSeeStock && (
            <StandaloneLink href={`/admin/stock/${encodeURIComponent(code)}`}>Its stock</StandaloneLink>
          )}
        </p>
      </Card>
      {prices.length > 0 && (
        <Card id="prices" heading="List price before">
          <ul className="mt-2">
            {prices.map(({ when, price }) => (
              <li key={`${when} ${price}`} className="py-1">
                {price} <span className="note">{when}</span>
              </li>
            ))}
          </ul>
        </Card>
      )}
      {undo !== null && (
        <Card id="undo" heading="Undo the last change">
          <AdminForm action={`${url}/undo`} version={version} button="Undo it">
            <p className="wrap-anywhere">{undo}</p>
          </AdminForm>
        </Card>
      )}
      <Card id="delete" heading="Delete">
        <AdminForm action={`${url}/delete`} version={version} button="Delete the product" folded="Delete…">
          <p>Only one that was never ordered or in stock. Others are taken off sale.</p>
        </AdminForm>
      </Card>
    </>
  )
}
