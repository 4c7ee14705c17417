import { maxQuantity } from '../../../lib/quantity.ts'
import { maxBinLength, maxLowStock } from '../../stock/stock.ts'

// The limits of cells: the validation and the descriptions read the same numbers.
export const maxCodeLength = 60
export const maxNameLength = 100
export const maxTitleLength = 200
export const maxDescriptionLength = 20_000
export const maxValueLength = 200
export const maxPathLength = 200
/** The years of manufacture of a machine; the same numbers are in migration 051. */
export const minYear = 1900
export const maxYear = 2100
/** The longest lead time in days; the same number is in migration 060. */
export const maxLeadDays = 365
export const maxStock = 1_000_000_000

interface ColumnDescription {
  /** For the owner of the shop: what the column is, and what it may contain. */
  meaning: string
  /** The cell of each example row; '' is an empty cell. */
  examples: readonly [string, string]
}

/** An import file (R-IMPORT-5). */
export interface FileDescription<Column extends string = string> {
  meaning: string
  /** The columns that name an entry: a row with the same cells in them changes that entry. */
  key: readonly NoInfer<Column>[]
  required: readonly NoInfer<Column>[]
  columns: Record<Column, ColumnDescription>
  /** Examples of columns that the file may have besides, with names of any kind after `attributePrefix`. */
  attributes?: Record<`attr:${string}`, ColumnDescription>
  /** The template has the header alone: the example rows need something that an empty shop does not have. */
  hasNoRows?: boolean
}

export const attributePrefix = 'attr:'

/** Checks the names of columns. */
const describe = <Column extends string>(file: FileDescription<Column>): FileDescription => file

const number = (count: number) => count.toLocaleString('en-GB')

const make = {
  meaning: `The maker of the machine. Up to ${maxNameLength} characters.`,
  examples: ['Example Machines', 'Example Machines'],
} as const
const model = {
  meaning: `The model, as people call it. Up to ${maxNameLength} characters.`,
  examples: ['EX 100', 'EX 200'],
} as const
const variant = {
  meaning: `Which of the models: years, engine, serial numbers. Up to ${maxNameLength} characters.`,
  examples: ['EX 100 2015-2019', 'EX 200 2018-'],
} as const
const productCode = {
  meaning: 'The code of a product, exactly as in products.csv or in the shop.',
  examples: ['EXAMPLE-OIL-1', 'EXAMPLE-AIR-1'],
} as const

const stockColumns = {
  stock: {
    meaning: `How many are on the shelf now: a whole number from 0 to ${number(maxStock)}. Empty: an existing product keeps its stock.`,
    examples: ['40', '0'],
  },
  back_order: {
    meaning: '1: customers may order more than is in stock. 0: they may not.',
    examples: ['0', '1'],
  },
  bin: {
    meaning: `Where it lies in the warehouse: pick lists are sorted by it. Customers do not see it. Up to ${maxBinLength} characters.`,
    examples: ['A-04-2', ''],
  },
  low_stock: {
    meaning: `The back office lists it as one to buy while fewer are available: 1 to ${number(maxLowStock)}. Empty: it is not listed.`,
    examples: ['10', ''],
  },
} as const

/** In the order of their dependencies. */
const files = {
  'products.csv': describe({
    meaning: 'What you sell, one row for each product.',
    key: ['code'],
    required: ['code'],
    columns: {
      code: {
        meaning: `Your own part number, which names the product everywhere. Up to ${maxCodeLength} characters with at least one letter or digit. Never change it later: a new code is a new product.`,
        examples: ['EXAMPLE-OIL-1', 'EXAMPLE-AIR-1'],
      },
      title: {
        meaning: `The name that customers read. Up to ${maxTitleLength} characters. A new product needs it.`,
        examples: ['Oil filter, spin-on', 'Air filter, outer'],
      },
      brand: {
        meaning: `The brand of the product. Up to ${maxNameLength} characters. A new product needs it.`,
        examples: ['Example Brand', 'Example Brand'],
      },
      type: {
        meaning: `The kind of filter. Customers filter by it, so write it the same way each time. Up to ${maxNameLength} characters. A new product needs it.`,
        examples: ['Oil filter', 'Air filter'],
      },
      description: {
        meaning: `What else customers should know. Up to ${number(maxDescriptionLength)} characters, with line breaks.`,
        examples: ['Replaces the filter of the engine oil. Change it every 500 hours.', ''],
      },
      price: {
        meaning:
          'Pounds without VAT, such as 12.50. Empty or 0: the product is shown with Price on request, and customers can ask for a quote and not buy it online.',
        examples: ['12.50', '24.99'],
      },
      free: {
        meaning: '1: the product costs nothing, and its price is 0. 0 or empty: it has the price, or none.',
        examples: ['', ''],
      },
      cost: {
        meaning: 'What it costs you, in pounds without VAT. Customers do not see it. Empty: not known.',
        examples: ['6.10', ''],
      },
      ...stockColumns,
      availability_note: {
        meaning: `What customers read about the delivery when it is out of stock. Up to ${maxNameLength} characters.`,
        examples: ['', '7-10 days'],
      },
      lead_time: {
        meaning: `How many days it takes to arrive when it is out of stock: 1 to ${maxLeadDays}, or a range such as 7-10. Customers read about 2–3 weeks, and no delivery day is promised before. Empty: not known, and customers read We will tell you the day. Format the column as text, or a spreadsheet turns 7-10 into a date.`,
        examples: ['', '7-10'],
      },
      lead_time_days: {
        meaning: 'Instead of lead_time, as a number alone: the days at the longest.',
        examples: ['', ''],
      },
      lead_time_days_min: {
        meaning: 'The days at the shortest. Empty: the same as lead_time_days.',
        examples: ['', ''],
      },
      weight_g: { meaning: 'The weight with packing, in whole grams.', examples: ['850', '1200'] },
      image: {
        meaning:
          'The file name of its picture, which is in the folder images beside this file: .jpg, .png, .webp, .avif or .gif, at most 20 MB. Letters, digits, dot, dash and underscore only.',
        examples: ['', ''],
      },
      more_images: {
        meaning:
          'The file names of further pictures in the same folder, with spaces between them. Empty: none.',
        examples: ['', ''],
      },
      path: {
        meaning: `The address of its page after the shop's own: lower-case letters, digits, dashes and slashes, up to ${maxPathLength} characters. Empty: brand and code.`,
        examples: ['example-brand/example-oil-1', ''],
      },
      successor: {
        meaning: 'The code of the product that takes its place: customers are led there. Empty: none.',
        examples: ['', ''],
      },
      kit: {
        meaning:
          'What is in a kit: codes with their quantities, such as ABC-1 x 2 | ABC-2. Empty: it is no kit.',
        examples: ['', ''],
      },
      off_sale: {
        meaning:
          '1: it is not sold any more, and its page stays. 0: it is sold. Empty: an existing product stays as it is, unless an import withdrew it; then it is sold again.',
        examples: ['', ''],
      },
    },
    attributes: {
      'attr:Height': {
        meaning: `A measure or property: name the column attr: and the name that customers read, and add as many as you like. Up to ${maxValueLength} characters, numbers with a decimal point, the unit after them.`,
        examples: ['142 mm', '310.5 mm'],
      },
      'attr:Thread': {
        meaning: 'Another one. Empty: the product does not have it.',
        examples: ['M20 x 1.5', ''],
      },
    },
  }),
  'brands.csv': describe({
    meaning: 'The logos of the brands that you sell: customers see them in lists of products.',
    key: ['brand'],
    required: ['brand', 'logo'],
    columns: {
      brand: {
        meaning: `The brand, as in products.csv or in the shop. Up to ${maxNameLength} characters.`,
        examples: ['Example Brand', 'Another Brand'],
      },
      logo: {
        meaning:
          'The file name of its picture, which is in the folder images beside this file: .jpg, .png, .webp, .avif or .gif, best three times as wide as high, on white. Empty: the brand has no logo, and customers read its name.',
        examples: ['example-brand.png', 'another-brand.png'],
      },
    },
    hasNoRows: true,
  }),
  'codes.csv': describe({
    meaning: 'Other makers’ numbers that your product replaces: customers search by them.',
    key: ['product_code', 'manufacturer', 'code'],
    required: ['product_code', 'manufacturer', 'code'],
    columns: {
      product_code: productCode,
      manufacturer: {
        meaning: `The maker of the other number. Up to ${maxNameLength} characters.`,
        examples: ['Example Filters', 'Example Filters'],
      },
      code: {
        meaning: `The number, in any spelling: spaces, dashes and dots do not matter to the search. Up to ${maxCodeLength} characters.`,
        examples: ['XF 100-200', 'XA 300'],
      },
    },
  }),
  'machines.csv': describe({
    meaning: 'The machines that customers choose from in the filter finder.',
    key: ['make', 'model', 'variant'],
    required: ['make', 'model', 'variant'],
    columns: {
      make,
      model,
      variant,
      model_type: {
        meaning: `The kind of machine, such as Tractors. Up to ${maxNameLength} characters. A new model needs it.`,
        examples: ['Excavators', 'Excavators'],
      },
      engine: {
        meaning: `Its engine, as people call it: customers search by it. Up to ${maxNameLength} characters. Empty: unknown.`,
        examples: ['Example Engine 444', ''],
      },
      year_from: {
        meaning: `The year in which the first was made: ${minYear} to ${maxYear}. Empty: unknown.`,
        examples: ['2015', '2018'],
      },
      year_to: {
        meaning: `The year in which the last was made: ${minYear} to ${maxYear}. Empty: it is still made, or unknown.`,
        examples: ['2019', ''],
      },
      show_mach_number: {
        meaning:
          '1: customers of this make are also offered the search by mach number. The same in all rows of a make.',
        examples: ['0', '0'],
      },
    },
  }),
  'fitments.csv': describe({
    meaning: 'Which product fits which machine.',
    key: ['make', 'model', 'variant', 'product_code', 'position'],
    required: ['make', 'model', 'variant', 'product_code'],
    columns: {
      make,
      model,
      variant,
      product_code: productCode,
      quantity: {
        meaning: `How many the machine takes: 1 to ${number(maxQuantity)}. Empty: 1.`,
        examples: ['1', '2'],
      },
      position: {
        meaning: `Where it goes, such as Engine oil. Up to ${maxNameLength} characters.`,
        examples: ['Engine oil', 'Air intake'],
      },
    },
  }),
  'serials.csv': describe({
    meaning: 'Which serial numbers a machine has, for the search by serial number.',
    key: ['make', 'model', 'variant', 'from', 'to', 'kind'],
    required: ['make', 'model', 'variant', 'from', 'to', 'kind'],
    columns: {
      make,
      model,
      variant,
      from: {
        meaning: 'The first number: up to 15 digits, with up to 10 letters in front.',
        examples: ['EX100001', '2000001'],
      },
      to: {
        meaning: 'The last number. Empty: the machine is still made.',
        examples: ['EX199999', ''],
      },
      kind: {
        meaning: 'serial or mach: which of the two numbers of the machine it is.',
        examples: ['serial', 'serial'],
      },
    },
  }),
  'prices.csv': describe({
    meaning: 'Agreed prices of customers with an account. The others pay the price of products.csv.',
    key: ['customer', 'product_code', 'min_quantity'],
    required: ['customer', 'product_code', 'price'],
    hasNoRows: true,
    columns: {
      customer: {
        meaning: 'The account number of the customer, who must exist already.',
        examples: ['ABC001', 'ABC001'],
      },
      product_code: productCode,
      price: { meaning: 'Pounds without VAT, such as 9.80.', examples: ['11.20', '9.80'] },
      min_quantity: {
        meaning: `The smallest quantity at this price: 1 to ${number(maxQuantity)}. Empty: 1.`,
        examples: ['1', '10'],
      },
    },
  }),
  'stock.csv': describe({
    meaning: 'What you have of each product, for a count that changes nothing else.',
    key: ['code'],
    required: ['code'],
    columns: {
      code: { ...productCode, examples: ['EXAMPLE-OIL-1', 'EXAMPLE-AIR-1'] },
      ...stockColumns,
    },
  }),
}

export type ImportFile = keyof typeof files

export const importFiles: Record<ImportFile, FileDescription> = files

export const importOrder = Object.keys(files) as ImportFile[]
