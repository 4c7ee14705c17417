// The statements that every click and every page asks, by whose basket it is: the texts are made once and always the
// same, so each is planned once and its name is found quickly. $1 is the owner, the last parameter the company.

/** 'trade': a person whose company may have prices of its own. */
export type OwnerKind = 'cookie' | 'person' | 'trade'

type Texts = Record<OwnerKind, string>

const ownerColumn = { cookie: 'token_hash', person: 'person_id', trade: 'person_id' } as const

const forEachKind = (write: (kind: OwnerKind) => string): Texts => ({
  cookie: write('cookie'),
  person: write('person'),
  trade: write('trade'),
})

const ownerIs = (kind: OwnerKind) => `b.${ownerColumn[kind]} = $1`

/** What this buyer pays for one of line `l`: the company's own price from its quantity on, else the list price. */
const unitPrice = (kind: OwnerKind, company: string) =>
  kind === 'trade'
    ? `coalesce((select c.price from customer_price c where c.company_id = ${company}
        and c.product_id = p.id and c.min_quantity <= l.quantity order by c.min_quantity desc limit 1), p.price)`
    : 'p.price'

// Few baskets hold vouchers, and what is asked of each is dear even where there is none: they are a question of their own.
/** The columns of BasketRow (data.ts) for basket `b`, whose lines are `lines` (id, product_id, quantity). */
const basketColumns = (price: string, lines: string) => `
  b.id, b.version, b.ship_country, b.ship_postcode, b.ship_method,
  (select json_agg(line order by line.id) from (
    select l.id, p.id as "productId", p.code, p.path, p.title, l.quantity, ${price} as "unitPrice", s.available,
      s.back_order as "backOrder", p.availability_note as note, p.for_sale as "forSale", p.weight_g as "weightG",
      p.image
    from ${lines} l join product p on p.id = l.product_id join stock s on s.product_id = p.id) line) as lines,
  exists (select from basket_voucher bv where bv.basket_id = b.id) as has_vouchers`

/** The whole basket; parameters: owner, company. */
export const readTexts = forEachKind(
  kind => `
  select ${basketColumns(unitPrice(kind, '$2'), '(select * from basket_line where basket_id = b.id)')}
  from basket b where ${ownerIs(kind)}`,
)

/** Pieces and their price; parameters: owner, company. */
export const sumsTexts = forEachKind(
  kind => `
  select coalesce(sum(l.quantity), 0)::int as count,
    coalesce(sum(l.quantity::bigint * coalesce(${unitPrice(kind, '$2')}, 0)), 0)::bigint as subtotal
  from basket b join basket_line l on l.basket_id = b.id join product p on p.id = l.product_id
  where ${ownerIs(kind)}`,
)

/** Puts more of a product into the basket; parameters: owner, product, quantity, largest quantity, company. */
export const addTexts = forEachKind(
  kind => `
  with relaxed as materialized (
    -- A basket lost in a power cut a moment later is no harm; waiting for the disk at every click is.
    select set_config('synchronous_commit', 'off', true) as setting
  ), before as materialized (
    select l.* from basket b join basket_line l on l.basket_id = b.id where ${ownerIs(kind)}
  ), wanted as materialized (
    select p.id, p.title, p.price, p.for_sale, s.available, s.back_order, p.availability_note,
      coalesce((select quantity from before where product_id = p.id), 0) as in_basket
    from product p join stock s on s.product_id = p.id cross join relaxed where p.id = $2
  ), buyable as materialized (
    select * from wanted
    where for_sale and price is not null and in_basket + $3::int <= $4::int
      and (back_order or in_basket + $3::int <= available)
  ), own as (
    insert into basket as b (${ownerColumn[kind]}) select $1 from buyable
    on conflict (${ownerColumn[kind]}) do update set version = b.version + 1, updated_at = now()
    returning b.*
  ), line as (
    insert into basket_line as l (basket_id, product_id, quantity)
    select own.id, buyable.id, $3::int from own, buyable
    on conflict (basket_id, product_id) do update set quantity = l.quantity + excluded.quantity
      where l.quantity + excluded.quantity <= $4::int
        and exists (select from stock s where s.product_id = excluded.product_id
          and (s.back_order or l.quantity + excluded.quantity <= s.available))
    returning l.id, l.product_id, l.quantity
  ), line_now as (
    -- A statement does not see what it writes: the other lines as they were, and this one as it became. The basket
    -- itself may be another by now: emptied into an account, and made anew here.
    select l.id, l.product_id, l.quantity from before l join own on own.id = l.basket_id
    where l.id not in (select id from line)
    union all select * from line
  )
  select wanted.id, title, price, for_sale as "forSale", available, back_order as "backOrder",
    availability_note as note, in_basket as "inBasket", exists (select from line) as added,
    (select to_json(whole) from (select ${basketColumns(unitPrice(kind, '$5'), 'line_now')} from own b) whole) as basket
  from wanted`,
)
