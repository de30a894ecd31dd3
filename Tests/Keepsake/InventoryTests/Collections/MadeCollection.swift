import InventorySupport
import Archives
import Foundation

@testable import Inventory

/// A collection archive as Homebox writes it, or a forged one.
struct MadeCollection {
  /// The rows of each table, as JSON.
  var tables: [String: String] = [:]
  /// Attached files by the id of their attachment.
  var files: [(id: String, bytes: [UInt8])] = []
  /// The manifest; nil for none.
  var manifest: String? = #"{"schemaVersion":1,"groupId":"g"}"#

  func write(to path: String) throws {
    let file = open(path, O_RDWR | O_CREAT | O_TRUNC, 0o600)
    defer { close(file) }
    let zip = try ZipWriter(descriptor: file)
    for (name, rows) in tables.sorted(by: { $0.key < $1.key }) {
      try zip.add(name + ".json", Array(rows.utf8), modified: 0)
    }
    for (id, bytes) in files { try zip.add("attachments/" + id, bytes, modified: 0) }
    if let manifest { try zip.add("manifest.json", Array(manifest.utf8), modified: 0) }
    try zip.finish()
  }

  /// A house with a kitchen, an empty shelf in it, and a cupboard that contains a pot.
  static var household: MadeCollection {
    var made = MadeCollection()
    made.tables["entity_types"] = """
      [{"id":"ti","name":"Item","is_location":0},{"id":"tl","name":"Location","is_location":true}]
      """
    made.tables["entities"] = """
      [{"id":"pot","name":"Pot","quantity":2,"purchase_price":19.989999999999998,
        "purchase_date":"2024-05-01T00:00:00Z","warranty_expires":null,"insured":1,
        "lifetime_warranty":false,"asset_id":7,"sold_price":0,"description":"enamelled",
        "serial_number":"007","entity_children":"cupboard","entity_type_entities":"ti",
        "sold_date":"0001-01-01T00:00:00Z","unheard_of":[1,{"x":2}]},
       {"id":"house","name":"House","entity_children":null,"entity_type_entities":"tl"},
       {"id":"kitchen","name":"Kitchen / Diner","description":"to the south","notes":"damp",
        "entity_children":"house","entity_type_entities":"tl"},
       {"id":"shelf","name":"Shelf","entity_children":"kitchen","entity_type_entities":"tl"},
       {"id":"cupboard","name":"Cupboard","import_ref":"c-1","archived":true,
        "entity_children":"kitchen","entity_type_entities":"ti"}]
      """
    made.tables["tags"] = #"[{"id":"t1","name":"heavy"},{"id":"t2","name":"blue"}]"#
    made.tables["tag_entities"] =
      #"[{"tag_id":"t1","entity_id":"pot"},{"tag_id":"t2","entity_id":"pot"}]"#
    made.tables["entity_fields"] = """
      [{"id":"f1","entity_fields":"pot","name":"Litres","type":"number","number_value":5},
       {"id":"f2","entity_fields":"pot","name":"Lid","type":"boolean","boolean_value":1},
       {"id":"f3","entity_fields":"pot","name":"lid","type":"text","text_value":"glass"},
       {"id":"f4","entity_fields":"pot","name":"Bought","type":"time","time_value":"2020-02-03T00:00:00Z"},
       {"id":"f5","entity_fields":"pot","name":"Condition","type":"text","text_value":"good"}]
      """
    made.tables["attachments"] = """
      [{"id":"a1","type":"receipt","primary":0,"title":"bill","mime_type":"application/pdf",
        "path":"g/documents/x","entity_attachments":"pot"},
       {"id":"a2","type":"photo","primary":1,"title":"pot.png","mime_type":"image/png",
        "path":"g/documents/y","entity_attachments":"pot"},
       {"id":"a3","type":"thumbnail","path":"g/documents/z","entity_attachments":null},
       {"id":"a4","type":"manual","title":"of the room","entity_attachments":"kitchen"},
       {"id":"a5","type":"manual","title":"lost.pdf","entity_attachments":"pot"}]
      """
    made.tables["notifiers"] = #"[{"id":"n"}]"#
    made.tables["maintenance_entries"] = #"[{"id":"m1"},{"id":"m2"}]"#
    made.files = [
      ("a1", Array("%PDF-bill".utf8)), ("a2", Array("a picture".utf8)), ("a3", [1]), ("a4", [2]),
      ("../../escaped", [3]),
    ]
    made.manifest = #"{"schemaVersion":1,"groupId":"g","counts":{"entities":5,"attachments":5}}"#
    return made
  }
}
