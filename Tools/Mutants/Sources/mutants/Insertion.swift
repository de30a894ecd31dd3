/// Text that is put into a source file, or replaces some of it.
struct Insertion {
  /// Where, in bytes.
  var offset: Int

  /// How many bytes it replaces.
  var length = 0

  var text: String
}

/// A site with what switches it on.
struct InstrumentedSite {
  var site: Site
  var insertions: [Insertion]
}

extension String {
  /// The text with all insertions made.
  ///
  /// What opens at one place opens in the order given, and what closes there in the reverse: outer
  /// sites come before the ones in them.
  func making(_ sites: [InstrumentedSite]) -> String {
    struct Placed {
      var insertion: Insertion
      var order: Int
    }
    var placed: [Placed] = []
    for (order, site) in sites.enumerated() {
      for insertion in site.insertions {
        let closes = insertion.length == 0 && ")}".contains(insertion.text.last ?? " ")
        // Whatever closes stands before whatever opens at the same place.
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
