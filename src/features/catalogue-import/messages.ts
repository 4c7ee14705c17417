/** `value` is the text of the cell, or the limit that it breaks. */
type RowMessage = (column: string, value: string) => string

export const rowMessages = {
  open_quote: () => 'a quote is opened here and never closed; was the file cut off?',
  stray_quote: () =>
    'there is a quote inside a value; put the whole value in quotes and double each quote in it',
  too_long: () => 'the row is longer than 200,000 characters',
  fields: (expected, actual) =>
    `the row has ${actual} values, the header has ${expected}; was the file cut off?`,
  encoding: column =>
    `${column} is not UTF-8 text (it looks like Windows-1252); save the file as "CSV UTF-8"`,
  control: column => `${column} has a control character`,
  missing: column => `${column} is empty`,
  too_long_text: (column, most) => `${column} is longer than ${most} characters`,
  sheet_error: (column, value) => `${column} '${value}' is a spreadsheet error`,
  shortened: (column, value) =>
    `${column} '${value}' was shortened by a spreadsheet and the number is lost; format the column as text`,
  date: (column, value) =>
    `${column} '${value}' was turned into a date by a spreadsheet and the number is lost; format the column as text`,
  no_code: (column, value) => `${column} '${value}' has no letter or digit`,
  not_whole: (column, value) => `${column} '${value}' is not a whole number`,
  below: (column, least) => `${column} is below ${least}`,
  above: (column, most) => `${column} is above ${most}`,
  not_flag: (column, value) => `${column} '${value}' is neither 0 nor 1`,
  price_comma: (column, value) => `${column} '${value}' has a decimal comma; write ${toDecimalPoint(value)}`,
  number_comma: (column, value) => `${column} '${value}' has a comma in the number; write it with a point`,
  price_below: (column, value) => `${column} '${value}' is below 0`,
  price_fine: (column, value) => `${column} '${value}' has more than two decimals`,
  not_price: (column, value) => `${column} '${value}' is not an amount in pounds, such as 1234.50`,
  image_path: (column, value) => `${column} '${value}' has a path in it; give the file name only`,
  image_name: (column, value) =>
    `${column} '${value}' is not a valid picture name; use letters, digits, dots, dashes and underscores, ending in .jpg, .png, .webp, .avif or .gif`,
  image_outside: (column, value) => `${column} '${value}' is a link to a place outside the folder images`,
  image_missing: (column, value) => `${column} '${value}' is not in the folder images`,
  image_broken: (column, value) => `${column} '${value}' is not a picture that can be read`,
  image_large: (column, value) => `${column} '${value}' is larger than 20 MB or 50 megapixels`,
  kit: (column, value) => `${column} '${value}' is not a list such as ABC-1 x 2 | ABC-2`,
  kit_twice: (column, value) => `${column} '${value}' has a code twice`,
  path_malformed: (column, value) =>
    `${column} '${value}' is not a valid path; use lower-case letters, digits, dashes and single slashes`,
  path_reserved: (column, value) => `${column} '${value}' is one of the shop's own addresses`,
  kind: (column, value) => `${column} '${value}' is neither serial nor mach`,
  serial: (column, value) =>
    `${column} '${value}' is not a number of up to 15 digits, with up to 10 letters in front`,
  serial_prefix: (_column, value) => `from and to begin with different letters (${value})`,
  range_backwards: (_column, value) => `to is below from (${value})`,
  lead_backwards: (_column, value) => `lead_time_days is below lead_time_days_min (${value})`,
  lead_time: (column, value) => `${column} '${value}' is neither a number of days nor a range such as 10-14`,
  lead_twice: column => `${column} is given in two ways; use the column lead_time alone`,
  free_priced: (column, value) => `${column} is 1, but the price is ${value}`,
  price_zero: column => `${column} is 0; leave the row out and the customer pays the list price`,
  years_backwards: (_column, value) => `year_to is before year_from (${value})`,
} satisfies Record<string, RowMessage>

export type RowRefusal = keyof typeof rowMessages

/** What the operator should check in a row that is imported. */
export const rowWarnings = {
  price_zero: (column: string) =>
    `warning: ${column} is 0, so the product is shown with Price on request; if it costs nothing, write 1 into a column 'free'`,
  date: (column: string, value: string) =>
    `warning: ${column} '${value}' looks like a date and was imported as written; check that a spreadsheet has not changed it`,
} as const

/** What is wrong with a row beside other rows or the shop's tables; the database fills in each `%s`. */
export const databaseMessages = {
  twice: 'appears twice, first on line %s',
  similarCode:
    "warning: code '%s' differs only in case or punctuation from '%s' (%s); customers who type one of them find both",
  unknownCode: 'code: no product has the code %s',
  unknownSuccessor: 'successor: no product has the code %s',
  successorCircle: 'successor: %s leads back to this product',
  unknownPart: 'kit: no product has the code %s, or it is the kit itself',
  unknownProduct: 'product_code: no product has the code %s',
  unknownCustomer: 'customer: no account has the number %s',
  unknownBrand: 'brand: no product has the brand %s',
  unknownMake: 'make: there is no make %s',
  unknownModel: 'model: %s has no model %s',
  unknownVariant: 'variant: %s %s has no variant %s',
  ofRefusedFile: (file: string) => `what it names is in ${file}, which was refused`,
  newWithout: '%s is missing, and the product is new',
  newModelWithout: 'model_type is missing, and the model is new',
  pathTaken: 'path %s belongs to the product %s already',
  pathTwice: 'path %s was given to the product on line %s already',
  storedYearFrom: 'year_to is before the year_from that the shop has (%s)',
  storedYearTo: 'year_from is after the year_to that the shop has (%s)',
  otherModelType: 'model_type differs from that of the same model on line %s',
  otherMachFlag: 'show_mach_number differs from that of the same make on line %s',
} as const

/** Why a whole file is refused. */
export const fileMessages = {
  empty: 'the file is empty: its first row must name the columns',
  workbook: 'this is an Excel workbook; save it as "CSV UTF-8"',
  utf16: 'the file is UTF-16; save it as "CSV UTF-8"',
  encoding: 'the header is not UTF-8 text (it looks like Windows-1252); save the file as "CSV UTF-8"',
  quotes: 'the header row has a quote out of place',
  lineEnds: 'the rows end in a bare carriage return; save the file as "CSV UTF-8"',
  semicolons: 'the columns are separated by semicolons; they must be separated by commas',
  tabs: 'the columns are separated by tabs; they must be separated by commas',
  unnamed: (position: number) => `column ${position} has no name`,
  unknown: (names: string[]) =>
    `unknown column${names.length > 1 ? 's' : ''} ${names.map(name => `'${name}'`).join(', ')}`,
  twice: (name: string) => `the column '${name}' appears twice`,
  missing: (names: string[]) =>
    `the column${names.length > 1 ? 's' : ''} ${names.map(name => `'${name}'`).join(', ')} ${names.length > 1 ? 'are' : 'is'} missing`,
  attributeName: (name: string) =>
    `the column '${name}' names no attribute, or one of more than 60 characters`,
  attributes: 'there are more than 300 attribute columns',
  unreadable: (why: string) => `the file cannot be read (${why})`,
  notAFile: 'this is not a file',
  spoiltCodes: (count: number, lines: number[]) =>
    `${count} numbers in the column 'code', more than half, are dates or shortened numbers (first on lines ${lines.join(', ')}): a spreadsheet has spoilt the column and the numbers are lost; format it as text and fill it in again`,
  dependent: ({ count, reason }: { count: number; reason: string }) =>
    `${count} ${count === 1 ? 'row was' : 'rows were'} not read: ${reason}; mend that file first`,
  replaceEmpty: 'the file has no rows, and --replace would remove everything; nothing was changed',
} as const

function toDecimalPoint(amount: string): string {
  return amount.replace(/[^\d,]/g, '').replace(',', '.')
}
