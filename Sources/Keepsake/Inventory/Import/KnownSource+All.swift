/// The programs whose files are recognised.
extension KnownSource {
  /// All of them.
  static let all: [KnownSource] = [
    homebox, homeboxFromSortly, sortly, snipeIT, shelf, dumbAssets, encircle, amazon, newerAmazon,
    xactContents,
  ]

  /// Homebox before 2023.
  ///
  /// Newer files have columns such as `HB.name`, which ``CSVImporter`` reads.
  private static let homebox = KnownSource(
    name: "Homebox before 2023", key: "homebox",
    signature: ["importref", "location", "labels", "purchased price", "purchased time"],
    columns: [
      "importref": .identity, "location": .field(.place), "labels": .field(.tags),
      "quantity": .field(.quantity), "name": .field(.name), "description": .field(.description),
      "insured": .field(.insured), "serial number": .field(.serialNumber),
      "model number": .field(.modelNumber), "manufacturer": .field(.manufacturer),
      "notes": .field(.notes), "purchase from": .field(.purchaseFrom),
      "purchased price": .field(.purchasePrice), "purchased time": .field(.purchaseDate),
      "lifetime warranty": .field(.lifetimeWarranty), "warranty expires": .field(.warrantyUntil),
      "warranty details": .field(.warrantyDetails), "sold to": .field(.soldTo),
      "sold price": .field(.soldPrice), "sold time": .field(.soldDate),
      "sold notes": .field(.soldNotes),
    ],
    identity: ["importref"], dateOrder: .monthFirst)

  /// A file of Sortly whose columns were renamed for Homebox.
  private static let homeboxFromSortly = KnownSource(
    name: "Sortly, renamed for Homebox", key: "homebox",
    signature: ["subfolder-level1", "hb.name"],
    columns: [
      "primary folder": .field(.place), "subfolder-level*": .field(.place),
      "hb.import_ref": .identity, "hb.url": .ignored,
    ],
    identity: ["hb.import_ref"])

  private static let sortly = KnownSource(
    name: "Sortly", key: "sortly", signature: ["entry type", "entry name", "primary folder"],
    columns: [
      "entry type": .ignored, "entry name": .field(.name), "variant details": .field(.description),
      "sortly id": .identity, "sid": .identity, "quantity": .field(.quantity),
      "unit": .field(.unit),
      "min level": .ignored, "price": .field(.purchasePrice), "value": .ignored,
      "sell price": .ignored, "notes": .field(.notes), "tags": .field(.tags),
      "product link": .field(.link), "ordered": .ignored, "primary folder": .field(.place),
      "subfolder-level*": .field(.place), "photo*": .ignored,
      "barcode/qr1-data": .custom("Barcode"), "barcode/qr1-type": .ignored,
      "barcode/qr2-data": .custom("Barcode 2"), "barcode/qr2-type": .ignored,
    ],
    identity: ["sortly id", "sid"],
    omissions: [Omission(column: "entry type", values: ["folder"], reason: "it is a folder")])

  private static let snipeIT = KnownSource(
    name: "Snipe-IT", key: "snipe-it",
    signature: ["asset tag", "company", "category", "manufacturer"],
    columns: [
      "company": .ignored, "name": .field(.name), "item name": .field(.name),
      "asset tag": .custom("Asset tag"), "category": .field(.category),
      "supplier": .field(.purchaseFrom), "manufacturer": .field(.manufacturer),
      "location": .field(.place), "order number": .field(.orderReference),
      "model": .custom("Model name"), "model name": .custom("Model name"), "model notes": .ignored,
      "model number": .field(.modelNumber), "serial": .field(.serialNumber),
      "asset notes": .field(.notes), "purchase date": .field(.purchaseDate),
      "purchase cost": .field(.purchasePrice), "checkout type": .ignored,
      "checked out to: username": .ignored, "checked out to: first name": .field(.lentTo),
      "checked out to: last name": .field(.lentTo), "checked out to: email": .ignored,
      "checked out to: location": .ignored,
    ],
    identity: ["asset tag"])

  private static let shelf = KnownSource(
    name: "Shelf", key: "shelf", signature: ["title", "custodian", "bookable"],
    columns: [
      "title": .field(.name), "description": .field(.description), "kit": .custom("Kit"),
      "category": .field(.category), "tags": .field(.tags), "location": .field(.place),
      "valuation": .field(.replacementValue), "custodian": .field(.lentTo), "bookable": .ignored,
      "barcode_*": .custom("Barcode"), "assetmodel": .field(.modelNumber), "type": .ignored,
      "quantity": .field(.quantity), "minquantity": .ignored, "unitofmeasure": .field(.unit),
      "consumptiontype": .ignored, "id": .identity,
    ],
    identity: ["id"])

  private static let dumbAssets = KnownSource(
    name: "DumbAssets", key: "dumbassets",
    signature: ["name", "manufacturer", "purchase price", "notes", "url"],
    columns: [
      "type": .ignored, "id": .identity, "name": .field(.name),
      "manufacturer": .field(.manufacturer),
      "model": .field(.modelNumber), "model number": .field(.modelNumber),
      "serial": .field(.serialNumber), "serial number": .field(.serialNumber),
      "purchase date": .field(.purchaseDate), "purchase price": .field(.purchasePrice),
      "currency": .currency, "location": .field(.place), "url": .field(.link),
      "notes": .field(.notes), "tags": .field(.tags), "quantity": .field(.quantity),
      "warranty": .field(.warrantyDetails), "warranty scope": .field(.warrantyDetails),
      "warranty expiration": .field(.warrantyUntil), "lifetime": .field(.lifetimeWarranty),
      "warranty lifetime": .field(.lifetimeWarranty), "photo path": .ignored,
      "receipt path": .ignored, "manual path": .ignored, "maintenance events": .ignored,
      "parent id": .field(.parent), "parent sub id": .ignored, "created at": .ignored,
      "updated at": .ignored,
    ],
    identity: ["id"])

  private static let encircle = KnownSource(
    name: "Encircle", key: "encircle", signature: ["description", "brand", "retailer", "acv"],
    columns: [
      "no.": .ignored, "#": .ignored, "description": .field(.name), "location": .field(.place),
      "brand": .field(.manufacturer), "model": .field(.modelNumber),
      "serial": .field(.serialNumber), "qty": .field(.quantity), "quantity": .field(.quantity),
      "retailer": .field(.purchaseFrom), "purchase date": .field(.purchaseDate),
      "purchase price": .field(.purchasePrice),
      "estimated value (rcv)": .field(.replacementValue), "replacement": .field(.replacementValue),
      "acv": .ignored, "warranty duration": .field(.warrantyDetails),
      "extended warranty policy": .custom("Extended warranty policy"),
      "warranty phone": .custom("Warranty phone"),
    ],
    hasRoomRows: true)

  private static let amazonColumns: [String: ImportTarget] = [
    "website": .field(.purchaseFrom), "order id": .field(.orderReference),
    "order date": .field(.purchaseDate), "purchase order number": .ignored, "currency": .currency,
    "unit price": .field(.purchasePrice), "unit price tax": .ignored, "shipping charge": .ignored,
    "total discounts": .ignored, "total owed": .ignored, "total amount": .ignored,
    "shipment item subtotal": .ignored, "shipment item subtotal tax": .ignored,
    "asin": .custom("ASIN"), "product condition": .field(.condition), "quantity": .field(.quantity),
    "original quantity": .field(.quantity), "payment instrument type": .ignored,
    "payment method type": .ignored, "order status": .ignored, "shipment status": .ignored,
    "ship date": .ignored, "shipping option": .ignored, "shipping address": .ignored,
    "billing address": .ignored, "carrier name & tracking number": .ignored,
    "product name": .field(.name), "gift message": .ignored, "gift sender name": .ignored,
    "gift recipient contact*": .ignored, "item serial number": .field(.serialNumber),
  ]

  private static let amazonOmissions = [
    Omission(column: "order status", values: ["cancel*"], reason: "the order was cancelled"),
    Omission(column: "shipment status", values: ["cancel*"], reason: "the order was cancelled"),
    Omission(column: "quantity", values: ["0"], reason: "the quantity is 0"),
    Omission(column: "original quantity", values: ["0"], reason: "the quantity is 0"),
  ]

  private static let amazon = KnownSource(
    name: "Amazon", key: "amazon",
    signature: ["website", "order id", "asin", "product name", "total owed"],
    columns: amazonColumns, identity: ["order id", "asin"], repeatsIdentity: true,
    omissions: amazonOmissions)

  private static let newerAmazon = KnownSource(
    name: "Amazon", key: "amazon",
    signature: ["website", "order id", "asin", "product name", "total amount"],
    columns: amazonColumns, identity: ["order id", "asin"], repeatsIdentity: true,
    omissions: amazonOmissions)

  private static let xactContents = KnownSource(
    name: "XactContents", key: "xactcontents",
    signature: ["room", "item description", "quantity lost"],
    columns: [
      "item #": .ignored, "room": .field(.place), "brand or manufacturer": .field(.manufacturer),
      "model#": .field(.modelNumber), "item description": .field(.name),
      "original vendor": .field(.purchaseFrom), "quantity lost": .field(.quantity),
      "item age (years)": .ignored, "item age (months)": .ignored, "condition": .field(.condition),
      "cost to replace pre-tax (each)": .field(.replacementValue), "total cost": .ignored,
      "cat": .ignored, "sel": .ignored,
    ])
}
