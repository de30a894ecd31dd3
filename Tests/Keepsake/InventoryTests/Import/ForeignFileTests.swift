import Foundation
import InventorySupport
import RepriseTesting
import Testing

@testable import Inventory

/// A file for each known header.
@Suite(.leavesMainActorAlone) struct ForeignFileTests {
  let home: ImportHome

  init() throws { home = try ImportHome() }

  private func field(_ name: String, of item: Item?) -> String? {
    item?.fields.first { $0.name == name }?.value
  }

  @Test func sortlyFoldersBecomePlaces() throws {
    let text = """
      Entry Type,Entry Name,Variant Details,Sortly ID,Quantity,Unit,Min Level,Price,Value,Notes,Tags,Primary Folder,Subfolder-level1,Subfolder-level2,Subfolder-level3,Subfolder-level4,Photo1,Photo2,Barcode/QR1-Data,Barcode/QR1-Type,Barcode/QR2-Data,Barcode/QR2-Type,Expires
      Folder,Garage,,SF1,,,,,,,,Garage,,,,,,,,,,,
      Item,Drill,cordless,SI1,2,pcs,1,"1,129.00","2,258.00",new,"tools,diy",Garage,Shelf A/B,Box 1,,,photo.jpg,,4006381333931,org.iso.Code128,,,28/08/2025 01:26PM

      """
    let importer = try home.importer(text)
    #expect(importer.file.sourceName == "Sortly")
    let report = try importer.run(session: InventoryHome.session)
    #expect(report.items.created == 1)
    #expect(report.leftOut.map(\.reason) == ["it is a folder"])
    let drill = try home.only()
    #expect(try home.place(of: drill) == "Garage / Shelf A-B / Box 1")
    #expect(drill.importReference == "sortly:SI1")
    #expect(drill.tags == ["diy", "tools"])
    #expect(drill.quantity == 2 && drill.unit == "pcs" && drill.purchasePrice == 112_900)
    #expect(field("Barcode", of: drill) == "4006381333931")
    #expect(field("Expires", of: drill) == "28/08/2025 01:26PM")
  }

  @Test func snipeITBeginsWithAMarkAndHasYearsOfTwoDigits() throws {
    let text = """
      \u{FEFF}Company,Name,Asset Tag,Category,Supplier,Manufacturer,Location,Order Number,Model,Model Notes,Model Number,Asset Notes,Purchase Date,Purchase Cost,Checkout Type,Checked Out To: Username,Checked Out To: First Name,Checked Out To: Last Name,Checked Out To: Email,Checked Out To: Location
      Acme,Laptop,AS-1,Laptops,Shop Inc,Maker,Office,77,Book 13,,MB13,dented,1/23/23,1299.00,User,ann,Ann,Miller,ann@example.org,Office

      """
    let importer = try home.importer(text)
    #expect(importer.file.sourceName == "Snipe-IT")
    _ = try importer.run(session: InventoryHome.session)
    let laptop = try home.only()
    #expect(laptop.purchaseDate?.text == "2023-01-23")
    #expect(laptop.lentTo == "Ann Miller")
    #expect(
      field("Asset tag", of: laptop) == "AS-1" && field("Model name", of: laptop) == "Book 13")
    #expect(laptop.modelNumber == "MB13" && laptop.orderReference == "77")
    #expect(!laptop.fields.contains { $0.value.contains("@") })
  }

  @Test func shelfTypedFieldsAreKnownByTheirNames() throws {
    let text = """
      title,description,kit,category,tags,location,valuation,custodian,bookable,barcode_Code128,assetModel,type,quantity,minQuantity,unitOfMeasure,consumptionType,"cf: Serial number,type:text","cf:brand, type:option","cf:purchase date, type:date","cf:warranty cost, type:amount"
      Camera,for trips,Travel,Cameras,"photo,lent",Studio,899.50,Ann,yes,C0DE,X100,INDIVIDUAL,1,,,,SN-9,Maker,2024-03-05,49.00

      """
    let importer = try home.importer(text)
    #expect(importer.file.sourceName == "Shelf")
    _ = try importer.run(session: InventoryHome.session)
    let camera = try home.only()
    #expect(camera.serialNumber == "SN-9" && camera.manufacturer == "Maker")
    #expect(camera.purchaseDate?.text == "2024-03-05" && camera.replacementValue == 89950)
    #expect(field("Kit", of: camera) == "Travel" && field("warranty cost", of: camera) == "49.00")
  }

  @Test(arguments: [
    """
    Name,Manufacturer,Model,Serial,Purchase Date,Purchase Price,Notes,URL,Warranty,Warranty Expiration,Lifetime,Secondary Warranty,Secondary Warranty Expiration,Tags,Quantity
    TV,Maker,M1,S1,2024-01-02,499.00,wall,https://example.org,2 years,2026-01-02,false,,,home,1

    """,
    """
    Type,ID,Name,Manufacturer,Model Number,Serial Number,Purchase Date,Purchase Price,Currency,Location,URL,Notes,Tags,Warranty Scope,Warranty Expiration,Warranty Lifetime,Secondary Warranty Scope,Secondary Warranty Expiration,Secondary Warranty Lifetime,Maintenance Events,Photo Path,Receipt Path,Manual Path,Parent ID,Parent Sub ID,Created At,Updated At
    Asset,42,TV,Maker,M1,S1,2024-01-02,499.00,EUR,Living room,https://example.org,wall,home,2 years,2026-01-02,false,,,,,a.jpg,,,,,2024-01-03,2024-01-03

    """,
    """
    Name,Manufacturer,Model,Serial,Purchase Date,Purchase Price,Notes,URL
    TV,Maker,M1,S1,2024-01-02,499.00,wall,https://example.org

    """,
  ])
  func dumbAssetsHasThreeHeaders(text: String) throws {
    let importer = try home.importer(text)
    #expect(importer.file.sourceName == "DumbAssets")
    _ = try importer.run(session: InventoryHome.session)
    let item = try home.only()
    #expect(
      item.modelNumber == "M1" && item.serialNumber == "S1" && item.link == "https://example.org")
    #expect(item.purchasePrice == 49900 && item.notes == "wall")
  }

  @Test func dumbAssetsParentsAreFoundByTheirIDs() throws {
    let text = """
      Type,ID,Name,Manufacturer,Purchase Price,Notes,URL,Parent ID
      Component,2,Lens,Maker,,,,1
      Asset,1,Camera,Maker,,,,

      """
    try home.take(text)
    let items = try home.items()
    #expect(items["Lens"]?.parent == items["Camera"]?.uuid)
  }

  @Test func encircleRoomsAndMergedPlaceBecomePlaces() throws {
    let text = """
      Report,,,,Lake House,,
      Generated,,,,,,
      No.,Description,Location,Brand,Model,Serial,QTY,Retailer,Purchase Date,Purchase Price,Estimated Value (RCV),ACV,Warranty Duration,Extended Warranty Policy,Warranty Phone
      ,Kitchen,,,,,,,,,,,,,
      1,Kettle,,Maker,K1,,2,Shop,2024-01-31,20.00,25.00,10.00,,,
      2,Rug,Hall,,,,1,,,,"1,150.00",,,,

      """
    let importer = try home.importer(text)
    #expect(importer.file.sourceName == "Encircle")
    #expect(importer.file.headerRow == 3)
    let report = try importer.run(session: InventoryHome.session)
    #expect(report.leftOut.map(\.reason) == ["it names a room"])
    let items = try home.items()
    #expect(try home.place(of: try #require(items["Kettle"])) == "Lake House / Kitchen")
    #expect(try home.place(of: try #require(items["Rug"])) == "Lake House / Hall")
    #expect(items["Kettle"]?.quantity == 2 && items["Rug"]?.replacementValue == 115_000)
  }

  private static let amazon = #"""
    "Website","Order ID","Order Date","Purchase Order Number","Currency","Unit Price","Unit Price Tax","Shipping Charge","Total Discounts","Total Owed","Shipment Item Subtotal","Shipment Item Subtotal Tax","ASIN","Product Condition","Quantity","Payment Instrument Type","Order Status","Shipment Status","Ship Date","Shipping Option","Shipping Address","Billing Address","Carrier Name & Tracking Number","Product Name","Gift Message","Gift Sender Name","Gift Recipient Contact Details","Item Serial Number"
    "Amazon.de","028-1","2024-03-05T10:00:00Z","Not Applicable","EUR","19.99","3.80","0","0","23.79","19.99","3.80","B01","New","2","Card","Closed","Shipped","2024-03-06T10:00:00Z","std","Ann Miller 1 Main St","Ann Miller 1 Main St","DHL(123)","Lamp ""Sun""","Not Available","Not Available","Not Available","Not Available"
    "Amazon.de","028-2","2024-03-05T10:00:00Z","Not Applicable","EUR","5.00","0","0","0","5","5","0","B02","New","1","Card","Cancelled","Not Available","Not Available","std","Ann Miller","Ann Miller","","Cable","","","",""

    """#

  private static let newerAmazon = #"""
    ASIN,"Billing Address","Carrier Name & Tracking Number",Currency,"Gift Message","Gift Recipient Contact","Gift Sender Name","Item Serial Number","Order Date","Order ID","Order Status","Original Quantity","Payment Method Type","Product Condition","Product Name","Purchase Order Number","Ship Date","Shipment Item Subtotal","Shipment Item Subtotal Tax","Shipment Status","Shipping Address","Shipping Charge","Shipping Option","Total Amount","Total Discounts","Unit Price","Unit Price Tax",Website
    B01,Ann Miller 1 Main St,DHL,EUR,Not Available,Ann Miller,Ann,Not Available,2024-03-05T10:00:00Z,028-1,Closed,2,Card,New,"Lamp ""Sun""",Not Applicable,2024-03-06T10:00:00Z,19.99,3.80,Shipped,Ann Miller 1 Main St,0,std,23.79,0,19.99,3.80,Amazon.de
    B02,,,EUR,,,,,2024-03-05T10:00:00Z,028-2,Cancelled,0,Card,New,Cable,,,5,0,,,0,std,5,0,5.00,0,Amazon.de

    """#

  @Test(arguments: [amazon, newerAmazon])
  func amazonOrdersComeWithoutAddressesAndCancelledRows(text: String) throws {
    let importer = try home.importer(text)
    #expect(importer.file.sourceName == "Amazon")
    let report = try importer.run(session: InventoryHome.session)
    #expect(report.items.created == 1)
    #expect(report.leftOut.map(\.reason) == ["the order was cancelled"])
    let lamp = try home.only()
    #expect(lamp.name == "Lamp \"Sun\"" && lamp.purchasePrice == 1999 && lamp.quantity == 2)
    #expect(lamp.purchaseDate?.text == "2024-03-05" && lamp.purchaseFrom == "Amazon.de")
    #expect(lamp.importReference == "amazon:028-1/B01")
    #expect(lamp.fields == [CustomField(name: "ASIN", value: "B01")])
    #expect(!(try home.home.export(home.store)).contains("Miller"))
    #expect(try home.take(text).items.unchanged == 1)
  }

  @Test func homeboxBefore2023HasNoPrefixes() throws {
    let text = """
      ImportRef,Location,Labels,Quantity,Name,Description,Insured,Serial Number,Model Number,Manufacturer,Notes,Purchase From,Purchased Price,Purchased Time,Lifetime Warranty,Warranty Expires,Warranty Details,Sold To,Sold Price,Sold Time,Sold Notes
      r1,Garage,IOT;Smart,1,Sensor,d,true,SN,MN,Maker,n,Shop,19.99,09/30/2021,true,10/01/2023,w,,,,

      """
    let importer = try home.importer(text)
    #expect(importer.file.sourceName == "Homebox before 2023")
    _ = try importer.run(session: InventoryHome.session)
    let sensor = try home.only()
    #expect(sensor.tags == ["IOT", "Smart"] && sensor.isInsured && sensor.hasLifetimeWarranty)
    #expect(sensor.purchaseDate?.text == "2021-09-30" && sensor.warrantyUntil?.text == "2023-10-01")
  }

  @Test func sortlyRenamedForHomeboxKeepsItsFolders() throws {
    let text =
      "\u{FEFF}Subfolder-level1;Subfolder-level2;HB.name;HB.quantity;HB.field.Colour\r\nGarage;Shelf;Drill;2;red\r\n"
    let importer = try home.importer(text)
    #expect(importer.file.sourceName == "Sortly, renamed for Homebox")
    _ = try importer.run(session: InventoryHome.session)
    let drill = try home.only()
    #expect(try home.place(of: drill) == "Garage / Shelf")
    #expect(drill.quantity == 2 && field("Colour", of: drill) == "red")
  }

  @Test func xactContentsHasAPreamble() throws {
    let text = """
      Template Version: 4.3,Average,Below Avg.,Above Avg.,New
      Insured:,Ann,,,,,Claim Number:,1
      Adjuster:,,,,,,Policy Number:,2
      Important Information: one line per item
      ,
      ,
      ,,,,,,,,,,Total Estimated Replacement Cost =
      Item #,Room,Brand or Manufacturer,Model#,Item Description,Original Vendor,Quantity Lost,Item Age (Years),Item Age (Months),Condition,Cost to Replace Pre-Tax (each),Total Cost,CAT,SEL
      1,Den,Maker,M1,Sofa,Shop,1,2,3,Below Avg.,900.00,900.00,FRN,SOF

      """
    let importer = try home.importer(text)
    #expect(importer.file.headerRow == 8)
    _ = try importer.run(session: InventoryHome.session)
    let sofa = try home.only()
    #expect(try home.place(of: sofa) == "Den")
    #expect(sofa.condition == "Below Avg." && sofa.replacementValue == 90000)
  }

  @Test(arguments: [
    (
      "Item Category,Item Name,Quantity,Unit Cost (USD),Total Value (USD),Purchase Date,Location,Status\nTools,Saw,2,$10.00,$20.00,2024-01-31,Shed,ok\n",
      [
        "category", "name", "quantity", "purchase-price", "-", "purchase-date", "place",
        "field.Status",
      ]
    ),
    (
      "Item ID,Equipment Name,Description,Purchase Date,Original Cost ($),Current Value ($),Lifespan (Years)\n1,Saw,d,2024-01-31,10.00,5.00,9\n",
      [
        "id", "name", "description", "purchase-date", "purchase-price", "replacement-value",
        "field.Lifespan (Years)",
      ]
    ),
    ("Room,Item,Qty\nDen,Saw,1\n", ["place", "name", "quantity"]),
    ("Room,Item,Box\nDen,Saw,12\n", ["place", "name", "place"]),
    (
      "#,Room / area,Qty,Description,Make · Model,Unit cost,Ext. cost,Sales tax,RCV + tax,Age,% Depr.,$ Depr.,ACV\n1,Den,1,Saw,M,10.00,10.00,1,11.00,2,3,1,9\n",
      [
        "-", "place", "quantity", "name", "model-number", "purchase-price", "-", "field.Sales tax",
        "field.RCV + tax", "-", "-", "-", "-",
      ]
    ),
    (
      "Bezeichnung;Raum;Kaufpreis;Gekauft am\nSäge;Keller;10,00;31.01.2024\n",
      ["name", "place", "purchase-price", "purchase-date"]
    ),
    (
      "Nom;Pièce;Prix d'achat;Date d'achat\nScie;Cave;10,00;31/01/2024\n",
      ["name", "place", "purchase-price", "purchase-date"]
    ),
    (
      "Artículo;Habitación;Precio;Marca\nSierra;Sótano;10,00;X\n",
      ["name", "place", "purchase-price", "manufacturer"]
    ),
  ])
  func templatesAreGuessed(text: String, targets: [String]) throws {
    let importer = try home.importer(text) { $0.foreignPrices = .number }
    #expect(importer.file.sourceName == nil)
    #expect(importer.mapping.columns.map(\.target.text) == targets)
    #expect(try importer.run(session: InventoryHome.session).items.created == 1)
  }
}
