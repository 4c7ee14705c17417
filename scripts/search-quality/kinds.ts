/** A kind of filter as people name it. The first list of each language is what it is sold as. */
export interface Kind {
  /** SQL patterns of the names of product types. */
  types: string[]
  /** Singular; the first is the usual one. */
  english: string[]
  plural: string
  synonyms: string[]
  compounds: string[]
  german: string[]
  french: string[]
  spanish: string[]
  polish: string[]
}

export type Language = 'german' | 'french' | 'spanish' | 'polish'
export const languages: readonly Language[] = ['german', 'french', 'spanish', 'polish']

// biome-ignore format: the table reads better with a language for each row
export const kinds: readonly Kind[] = [
  {
    types: ['Oil filter%'], english: ['oil filter', 'engine oil filter'], plural: 'oil filters',
    synonyms: ['lube filter', 'lubricant filter', 'lube oil filter'], compounds: ['oilfilter', 'oil-filter'],
    german: ['Ölfilter', 'Oelfilter', 'Motorölfilter'],
    french: ['filtre à huile', 'filtre huile', 'filtre a huile'],
    spanish: ['filtro de aceite', 'filtro aceite', 'filtros de aceite'],
    polish: ['filtr oleju', 'filtr olejowy', 'filtry oleju'],
  },
  {
    types: ['Fuel filter%'], english: ['fuel filter'], plural: 'fuel filters',
    synonyms: ['diesel filter', 'gasoil filter', 'derv filter'], compounds: ['fuelfilter', 'fuel-filter', 'dieselfilter'],
    german: ['Kraftstofffilter', 'Dieselfilter', 'Kraftstoff-Filter'],
    french: ['filtre à carburant', 'filtre à gasoil', 'filtre gasoil'],
    spanish: ['filtro de combustible', 'filtro de gasoil', 'filtro combustible'],
    polish: ['filtr paliwa', 'filtr paliwowy', 'filtry paliwa'],
  },
  {
    types: ['Air filter,%', 'Air filter'], english: ['air filter'], plural: 'air filters',
    synonyms: ['intake filter', 'air cleaner element'], compounds: ['airfilter', 'air-filter'],
    german: ['Luftfilter', 'Luft-Filter'], french: ['filtre à air', 'filtre a air', 'filtres à air'],
    spanish: ['filtro de aire', 'filtros de aire', 'filtro aire'],
    polish: ['filtr powietrza', 'filtry powietrza'],
  },
  {
    types: ['Air filter, outer'], english: ['outer air filter'], plural: 'outer air filters',
    synonyms: ['primary air filter', 'outer air element'], compounds: [], german: [], french: [], spanish: [], polish: [],
  },
  {
    types: ['Air filter, inner'], english: ['inner air filter'], plural: 'inner air filters',
    synonyms: ['safety air filter', 'inner air element'], compounds: [], german: [], french: [], spanish: [], polish: [],
  },
  {
    types: ['Hydraulic filter%', 'Hydraulic element%'], english: ['hydraulic filter'], plural: 'hydraulic filters',
    synonyms: ['hyd filter', 'hydro filter'], compounds: ['hydraulicfilter', 'hydraulic-filter'],
    german: ['Hydraulikfilter', 'Hydraulikölfilter', 'Hydraulik-Filter'],
    french: ['filtre hydraulique', 'filtres hydrauliques'],
    spanish: ['filtro hidráulico', 'filtro hidraulico', 'filtros hidráulicos'],
    polish: ['filtr hydrauliczny', 'filtry hydrauliczne', 'filtr hydrauliki'],
  },
  {
    types: ['Hydraulic suction strainer'], english: ['suction strainer'], plural: 'suction strainers',
    synonyms: ['hydraulic suction filter'], compounds: ['suctionstrainer'], german: [], french: [], spanish: [], polish: [],
  },
  {
    types: ['Cabin filter'], english: ['cabin filter'], plural: 'cabin filters',
    synonyms: ['cab filter', 'pollen filter', 'cab air filter'], compounds: ['cabinfilter', 'cabfilter', 'pollenfilter'],
    german: ['Innenraumfilter', 'Kabinenfilter', 'Pollenfilter'],
    french: ['filtre habitacle', 'filtre de cabine', "filtre d'habitacle"],
    spanish: ['filtro de cabina', 'filtro de habitáculo', 'filtro de polen'],
    polish: ['filtr kabinowy', 'filtr kabiny', 'filtr przeciwpyłkowy'],
  },
  {
    types: ['Transmission filter'], english: ['transmission filter'], plural: 'transmission filters',
    synonyms: ['gearbox filter', 'trans filter'], compounds: ['transmissionfilter', 'gearboxfilter'],
    german: ['Getriebefilter', 'Getriebeölfilter'], french: ['filtre de transmission', 'filtre de boîte de vitesses'],
    spanish: ['filtro de transmisión', 'filtro de transmision'],
    polish: ['filtr skrzyni biegów', 'filtr przekładni'],
  },
  {
    types: ['Coolant filter'], english: ['coolant filter'], plural: 'coolant filters',
    synonyms: ['water filter', 'cooling system filter'], compounds: ['coolantfilter'],
    german: ['Kühlmittelfilter', 'Kühlwasserfilter'], french: ['filtre de liquide de refroidissement', 'filtre à eau'],
    spanish: ['filtro de refrigerante', 'filtro de agua'], polish: ['filtr płynu chłodniczego', 'filtr wody'],
  },
  {
    types: ['Air dryer'], english: ['air dryer'], plural: 'air dryers',
    synonyms: ['air drier', 'desiccant cartridge', 'air dryer cartridge'], compounds: ['airdryer', 'air-dryer'],
    german: ['Lufttrockner', 'Lufttrocknerpatrone'], french: ["dessiccateur d'air", 'sécheur d’air'],
    spanish: ['secador de aire', 'filtro secador de aire'], polish: ['osuszacz powietrza'],
  },
  {
    types: ['AdBlue filter'], english: ['adblue filter'], plural: 'adblue filters',
    synonyms: ['def filter', 'urea filter', 'scr filter'], compounds: ['adbluefilter', 'adblue-filter'],
    german: ['AdBlue-Filter', 'Harnstofffilter'], french: ['filtre adblue', 'filtre à urée'],
    spanish: ['filtro de adblue', 'filtro de urea'], polish: ['filtr adblue', 'filtr mocznika'],
  },
  {
    types: ['Fuel/water separator'], english: ['water separator', 'fuel water separator'], plural: 'water separators',
    synonyms: ['water trap', 'watertrap', 'sedimenter', 'fuel separator'], compounds: ['waterseparator', 'fuel/water separator'],
    german: ['Wasserabscheider', 'Kraftstoff-Wasserabscheider'], french: ["séparateur d'eau", 'séparateur eau gasoil'],
    spanish: ['separador de agua', 'filtro separador de agua'], polish: ['separator wody', 'separator paliwa'],
  },
  {
    types: ['Air/oil separator'], english: ['air oil separator'], plural: 'air oil separators',
    synonyms: ['oil separator element'], compounds: ['air/oil separator'],
    german: ['Luftentölelement', 'Ölabscheider'], french: ['séparateur air huile', 'déshuileur'],
    spanish: ['separador aire aceite', 'separador de aceite'], polish: ['separator oleju', 'separator powietrze olej'],
  },
  {
    types: ['Tank breather'], english: ['tank breather', 'hydraulic tank breather'], plural: 'tank breathers',
    synonyms: ['tank vent', 'breather cap'], compounds: ['tankbreather'],
    german: ['Tankentlüfter', 'Belüftungsfilter'], french: ['reniflard de réservoir', 'reniflard réservoir'],
    spanish: ['respiradero del depósito', 'respirador de tanque'], polish: ['odpowietrznik zbiornika'],
  },
  {
    types: ['Crankcase breather'], english: ['crankcase breather'], plural: 'crankcase breathers',
    synonyms: ['ccv filter', 'crankcase ventilation filter', 'crankcase filter'], compounds: ['crankcasebreather'],
    german: ['Kurbelgehäuseentlüftung', 'Kurbelgehäuse-Entlüftungsfilter'], french: ['reniflard de carter', 'filtre reniflard carter'],
    spanish: ['respiradero del cárter', 'filtro respiradero del carter'], polish: ['odpowietrznik skrzyni korbowej', 'odma'],
  },
  {
    types: ['Service kit'], english: ['service kit', 'filter kit'], plural: 'service kits',
    synonyms: ['filter service kit', 'filter set', 'maintenance kit'], compounds: ['servicekit', 'filterkit'],
    german: ['Filtersatz', 'Wartungskit', 'Servicekit'], french: ['kit de filtres', 'kit filtration', "kit d'entretien"],
    spanish: ['kit de filtros', 'juego de filtros', 'kit de mantenimiento'], polish: ['zestaw filtrów', 'zestaw serwisowy'],
  },
]
