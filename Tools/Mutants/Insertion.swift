/// Text to insert into a source file, or to replace a part of it with.
struct Insertion {
  /// The offset in bytes.
  var offset: Int

  /// The length of the replaced text in bytes.
  var length = 0

  var text: String
}

/// A site and the insertions that make it switchable.
struct InstrumentedSite {
  var site: Site
  var insertions: [Insertion]
}

extension String {
  /// Returns the text with all insertions.
  ///
  /// Insertions that open at one place keep their order, and those that close there reverse it: an
  /// outer site encloses those within it.
  func making(_ sites: [InstrumentedSite]) -> String {
    struct Placed {
      var insertion: Insertion
      var order: Int
    }
    var placed: [Placed] = []
    for (order, site) in sites.enumerated() {
      for insertion in site.insertions {
        let closes = insertion.length == 0 && ")}".contains(insertion.text.last ?? " ")
        // Closing insertions precede opening ones at the same offset.
        placed.append(Placed(insertion: insertion, order: closes ? -order - 1 : order))
      }
    }
    placed.sort { ($0.insertion.offset, $0.order) < ($1.insertion.offset, $1.order) }
    let bytes = Array(utf8)
    var result: [UInt8] = []
    var position = 0
    for entry in placed {
      result += bytes[position..<entry.insertion.offset]
      result += Array(entry.insertion.text.utf8)
      position = entry.insertion.offset + entry.insertion.length
    }
    result += bytes[position...]
    return String(decoding: result, as: UTF8.self)
  }
}
