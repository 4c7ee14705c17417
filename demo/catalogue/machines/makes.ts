/** Kinds of machine. */
export const modelTypes = {
  BL: 'Backhoe Loaders',
  TE: 'Tracked Excavators',
  WE: 'Wheeled Excavators',
  ME: 'Mini Excavators',
  WL: 'Wheel Loaders',
  CL: 'Compact Loaders',
  TH: 'Telehandlers',
  DU: 'Dumpers',
  DZ: 'Dozers',
  RO: 'Rollers',
  TR: 'Tractors',
  HV: 'Harvesters',
  AT: 'Sprayers and Utility Vehicles',
  TK: 'Trucks and Vans',
  FL: 'Forklifts',
  AW: 'Access Platforms',
  CP: 'Compressors',
  GN: 'Engines and Generators',
  CR: 'Cranes',
  SW: 'Sweepers',
  BU: 'Balers and Implements',
} as const

export type ModelTypeKey = keyof typeof modelTypes

export interface Make {
  name: string
  /** The kind of number on its plates. */
  plateNumber: 'serial' | 'mach' | 'none'
  /** The pattern of its part numbers; 9 stands for a digit. */
  codePattern: string
  engines: readonly string[]
  models: readonly { type: ModelTypeKey; name: string }[]
  isInvented: boolean
}

// Real names, used only to say what a filter fits. Hägglunds has no models, as in real files.
const table = `
JCB|mach|320/99999|Dieselmax 444,Dieselmax 448,Perkins 1004,Isuzu 4JJ1|BL 3CX,4CX,2CX,3CX Compact,5CX;TE JS130,JS220,131X,220X,JZ70;ME 8018,8026,19C-1,57C-1,86C-2;WL 411,427,457,419S;TH 531-70,535-95,540-140,541-70;TR Fastrac 3220,Fastrac 4220,Fastrac 8330;DU 714,HTD-5
Caterpillar|serial|9R-9999|C4.4,C7.1,C9,3054|TE 312,320D,323F,330GC,336E;ME 301.7,303.5,308E2;WL 906,924K,938M,966M;BL 428F,432F2;DZ D5K,D6T;DU 725,740
Komatsu|serial|600-999-9999|SAA4D107E,SAA6D107E,SAA6D114E|TE PC138US,PC210-8,PC240,PC360;ME PC16R,PC55MR;WL WA270,WA380,WA470;DZ D61PX;DU HM300
Volvo CE|none|11999999|D4D,D6E,D8J|TE EC140E,EC220E,EC300E;ME ECR50D,EC18E;WL L60H,L90H,L120H;DU A25G,A30G
Hitachi|none|4999999|Isuzu 4JJ1,Isuzu 4HK1,Isuzu 6HK1|TE ZX130,ZX210,ZX350;ME ZX19U,ZX55U,ZX85USB;WL ZW150
Doosan|none|400504-00999|DL06,DL08,D24|TE DX140LC,DX225LC,DX300LC;ME DX27Z,DX85R;WL DL250
Develon|none|K1099999|DL06V,D34|TE DX140LC-7,DX225LC-7;WL DL280-7
Hyundai CE|none|31N9-99999|Cummins QSB6.7,Perkins 1204E,Yanmar 4TNV98|TE R140LC-9,HX220L,R290LC;ME R16-9,R55W;WL HL757
Kobelco|none|YN99P99999R100|Hino J05E,Isuzu 4LE2,Yanmar 3TNV88|TE SK140SR,SK210,SK350;ME SK17SR,SK55SRX,SK85MSR
Takeuchi|serial|15999-99999|Yanmar 3TNV70,Yanmar 3TNV88,Yanmar 4TNV98|ME TB216,TB230,TB260,TB290,TB2150;CL TL10
Kubota|serial|HH999-99999|D902,D1105,V2403,V3800|ME KX016-4,KX057-4,U17-3,U27-4,U55-4;TR M5111,M7-172,L1361;GN D902,V2403
Yanmar|none|129999-35999|3TNV70,3TNV88,4TNV98|ME SV16,SV26,ViO25,ViO57,ViO80;GN 3TNV88,4TNV98
Bobcat|serial|6999999|Kubota D1005,Kubota V2403,Bobcat D34|CL S70,S450,S570,T590;ME E10,E19,E27,E50;TH T35105
Case CE|none|84999999|FPT N45,FPT N67|BL 580ST,695ST;TE CX130D,CX210D;WL 521G,621G;CL SR150
New Holland CE|none|87999999|FPT N45,FPT N67|BL B110C,B115C;TE E215C;ME E18B;WL W110C
Liebherr|none|10999999|D924,D934,D936|TE R914,R924;WE A914,A918;WL L507,L538,L566;CR LTM1050
Terex|mach|T999999|Perkins 1104D,Deutz TD2.9|BL 820,860;DU TA9,TA30
Fuchs|none|5999 999 999|Deutz TCD4.1,Deutz TCD6.1|WE MHL320,MHL331,MHL350
Thwaites|mach|T99999|Kubota D1105,Yanmar 4TNV88,Deutz TCD2.9|DU 1 Tonne,3 Tonne,6 Tonne,9 Tonne,Mach 477
Wacker Neuson|none|1000199999|Yanmar 3TNV74,Perkins 404D|ME EZ17,ET65;DU DW60,DW90;CL WL32;RO RD24
Bomag|none|057 999 99|Kubota D1703,Deutz TCD2012,Deutz TCD3.6|RO BW80,BW120,BW161,BW211,BW213
Hamm|none|2099999|Kubota D1703,Deutz TCD3.6|RO HD10,HD12,H7i,H13i
Manitou|serial|709999|Perkins 1104D,Deutz TCD3.6,Mercedes OM904|TH MT625,MT732,MT1030,MLT635,MLT741,MRT2150;FL M26-4
Merlo|none|099999|Perkins 1104D,FPT N45,Deutz TCD3.6|TH P25.6,P32.6,TF38.10,TF42.7,Roto 40.18
Mecalac|mach|573A9999|Perkins 1104C,Deutz TD3.6|BL TLB830,TLB890;DU TA6s,TA9;ME 6MCR,12MTX
Sany|none|6020999999|Yanmar 3TNV70,Isuzu 4JJ1,Cummins QSB6.7|ME SY16C,SY26U,SY75C;TE SY215C
John Deere|none|RE999999|PowerTech 4.5,PowerTech 6.8,PowerTech 9.0|TR 5090R,6120M,6155R,6R 185,7310R,8R 340;HV T670,S780,8500;AT R4040i,Gator XUV
Massey Ferguson|none|4999999M1|Perkins 1006,AGCO Power 49,AGCO Power 66|TR 35,135,390,5455,5713S,6480,7720;HV Activa 7347;TH TH.7038
New Holland Ag|none|87999999|FPT N45,FPT N67,FPT Cursor 9|TR T4.75,T5.115,T6.180,T7.210,T7.270,TM140;HV CX8.80,CR9.90;BU BB1290
Case IH|none|84999999|FPT N45,FPT N67,FPT Cursor 9|TR Farmall 95,JX90,Maxxum 125,Puma 165,Magnum 340;HV Axial-Flow 7250
Claas|none|0009999990|DPS 4.5,DPS 6.8,Mercedes OM470|TR Arion 430,Arion 640,Axion 850;HV Lexion 760,Tucano 450,Jaguar 950;TH Scorpion 756;BU Quadrant 5200
Fendt|none|F999200999990|Deutz TCD4.1,Deutz TCD6.1,AGCO Power 33|TR 211,313,516,724,828,939;HV Katana 65
Valtra|none|V836999999|AGCO Power 44,AGCO Power 66,AGCO Power 74|TR A114,N134,T174,T234,S394
Deutz-Fahr|none|0.999.9999.0|Deutz TCD3.6,Deutz TCD6.1|TR 5105,6165,7250 TTV,Agrotron 130
Zetor|none|7.9999.999|Zetor 1505,Zetor 1605|TR Proxima 100,Forterra 135
DAF|none|1999999|Paccar GR165,Paccar MX-11,Paccar MX-13|TK LF45,LF180,CF85,CF480,XF105,XF106,XG 480
Scania|none|2999999|DC09,DC13,DC16|TK P280,G410,R450,R500,S520,4-series
Volvo Trucks|none|21999999|D8K,D11K,D13K|TK FL240,FM330,FM460,FH12,FH460,FH540
MAN|none|51.05501-9999|D0836,D2066,D2676|TK TGL 8.180,TGM 18.250,TGS 26.400,TGX 18.480
Mercedes-Benz Trucks|none|A 000 180 99 99|OM904,OM936,OM471|TK Atego 816,Axor 1824,Actros 1845,Arocs 3240,Econic 2630
Iveco|none|5048999999|FPT F1C,FPT Tector 7,FPT Cursor 11|TK Daily 35S14,Eurocargo 75E18,Stralis 460,S-Way 480,Trakker
Renault Trucks|none|7420999999|DTI 5,DTI 8,DTI 13|TK Midlum 180,Premium 450,D Wide,T480
Ford|none|1999999|EcoBlue 2.0,Duratorq 2.2,Duratorq 3.2|TK Transit 2.0 EcoBlue,Transit 350 2.2,Ranger 3.2
Isuzu|none|8-98999999-0|4JJ1,4HK1,RZ4E|TK N75.190,Grafter,D-Max
Linde|none|0009899999|Deutz BF4M,VW CBHA|FL H20,H25D,H30D,H50,E16
Toyota|none|99999-99999-71|1DZ-III,2Z,3Z|FL 02-8FDF25,52-8FDF30
Hyster|none|1599999|Kubota V2403,Yanmar 4TNE92|FL H2.5FT,H3.0FT
Jungheinrich|none|51099999|Kubota V2403,VW ADG|FL DFG 425,TFG 320
Genie|none|99999GT|Deutz TD2.2,Perkins 404D|AW Z-45/25,S-65,GS-3384;TH GTH-4014
JLG|none|70099999|Deutz TD2.9,Kubota WG2503|AW 450AJ,520AJ,600AJ
Niftylift|none|P99999|Kubota D722,Kubota D902|AW HR12,HR17
Atlas Copco|none|1622 9999 00|Kubota V1505,Deutz TD2.9,Electric motor|CP XAS 47,XAS 97,XAHS 237,GA11,GA30,GA55
Ingersoll Rand|none|22999999|Yanmar 3TNV88,John Deere 4045,Electric motor|CP 7/20,7/41,7/71,9/110,UP5-11,R37
CompAir|none|98262/999|Kubota D1105,Deutz TD2.9,Electric motor|CP C20,C42,L22,L45
Kaeser|none|6.9999.9|Kubota D1105,Kubota V3307,Electric motor|CP M17,M50,SK22
Perkins|none|2654999|IOPU,Mechanical,Electronic|GN 404D-22,1104C-44T,1106D-E66,2506C-E15,4008
Cummins|none|3999999|Mechanical,CM850,CM2350|GN 4BT3.9,QSB4.5,QSB6.7,QSL9,KTA19,QSX15
Deutz|none|0117 9999|EMR3,EMR4,Mechanical|GN F3L1011,BF4M2012,TCD2.9,TCD3.6,TCD6.1
FG Wilson|none|10000-99999|Perkins 404D,Perkins 1104,Perkins 2206|GN P22,P88,P275
Hägglunds|none|4999 999-9|D6,Cummins 6BT|
Johnston|none|209999-9|VM R754,Perkins 404D|SW C201,VT651,VS652
Bell|none|299999|Mercedes OM906,Mercedes OM501|DU B20D,B25E,B30E,B40E
Hydrema|none|0299999|Perkins 1104,Cummins QSB6.7|DU 912,922;BL 906,926
McCormick|none|719999A1|Perkins 1104,FPT N67|TR X4.70,X5.35,X6.440,X7.460,MTX120
Same|none|0.009.9999.0|Deutz TCD3.6,SDF 1000.4|TR Explorer 100,Virtus 120
Kverneland|none|KG99999999|PTO 540,PTO 1000|BU 6716,FBP 3135
Kuhn|none|K9999999|PTO 540,PTO 1000|BU FB 2135,Merge Maxx
Househam|none|H99999H|Deutz TCD6.1,FPT N67|AT Merlin,Spirit
Bateman|none|B99999B|FPT N67,John Deere 6068|AT RB26,RB35
Knight|none|KN99999|FPT N67,Perkins 1106|AT 1840
Sullair|none|02250999-999|Caterpillar C4.4,Cummins QSB4.5|CP 65,185
Haulotte|none|2427999999|Deutz D2011,Kubota V1505|AW HA16,H12SX
SDMO|none|3301999999|Kohler KDI,John Deere 4045|GN J66,R110
Pramac|none|GSW99999|Yanmar 4TNV98,Perkins 1103|GN GSW65
Scarab|none|SC99999|VM R754,Cummins B4.5|SW Minor,M6
`

export const realMakes: readonly Make[] = table.trim().split('\n').map(parseMake)

function parseMake(line: string): Make {
  const [name, plateNumber, codePattern, engines, groups] = line.split('|') as [
    string,
    Make['plateNumber'],
    string,
    string,
    string,
  ]
  const models = groups
    .split(';')
    .filter(Boolean)
    .flatMap(group => {
      const type = group.slice(0, 2) as ModelTypeKey
      return group
        .slice(3)
        .split(',')
        .map(model => ({ type, name: model }))
    })
  return { name, plateNumber, codePattern, engines: engines.split(','), models, isInvented: false }
}

/** Makes of one family use the same part numbers. */
export const makeFamilies: readonly (readonly string[])[] = [
  ['Case CE', 'New Holland CE', 'Case IH', 'New Holland Ag'],
  ['Volvo CE', 'Volvo Trucks', 'Renault Trucks'],
  ['Perkins', 'Caterpillar', 'FG Wilson'],
  ['Massey Ferguson', 'Fendt', 'Valtra'],
  ['Doosan', 'Develon', 'Bobcat'],
  ['Terex', 'Mecalac', 'Fuchs'],
]
