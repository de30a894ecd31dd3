import Inventory
import Testing

/// Which parts of an item's texts a filter found.
@Suite struct FilterMatchesTests {
  private let item = {
    var item = Item(name: "Drill")
    item.notes = "Bought with the case.\nThe lid of the case is broken, ask Ben."
    item.tags = ["red", "loud"]
    item.serialNumber = "K-7"
    item.fields = [CustomField(name: "Colour", value: "teal")]
    item.lentTo = "Ada"
    return item
  }()

  private func parts(
    _ filter: String, of text: String, in part: FilterMatches.Part = .field(.name)
  ) -> [String] {
    let characters = Array(text)
    return FilterMatches(filter).ranges(in: text, of: part).map { String(characters[$0]) }
  }

  private func excerpt(_ filter: String, besides shown: [FilterMatches.Part: String]) -> String? {
    FilterMatches(filter).hidden(in: item, besides: shown)?.excerpt
  }

  @Test func eachWordIsFound() {
    #expect(parts("dri cordl", of: "Cordless drill") == ["Cordl", "dri"])
    #expect(parts("-drill cordless", of: "Cordless drill") == ["Cordless"])
    #expect(parts("\"cordless drill\"", of: "Cordless drill") == ["Cordless drill"])
    #expect(parts("d dri", of: "Drill") == ["Dri"], "overlapping matches are joined")
    #expect(parts("price>300", of: "price 300") == [])
  }

  @Test func anOperatorFindsItsWordsOnlyInItsField() {
    #expect(parts("notes:drill", of: "Drill") == [])
    #expect(parts("name:dri", of: "Drill") == ["Dri"])
    #expect(parts("place:kitchen", of: "Home › Kitchen", in: .place) == ["Kitchen"])
    #expect(parts("place:kitchen", of: "Kitchen scales") == [])
  }

  @Test func aMatchThatNoColumnShowsIsQuoted() {
    let shown: [FilterMatches.Part: String] = [.field(.name): "Drill", .place: "Home / Kitchen"]
    #expect(excerpt("drill kitchen", besides: shown) == nil)
    #expect(excerpt("drill broken", besides: shown) == "…is broken, ask Ben.")
    #expect(excerpt("k-7", besides: shown) == "K-7")
    #expect(excerpt("loud", besides: shown) == "red ; loud")
    #expect(excerpt("teal", besides: shown) == "…: teal")
    #expect(excerpt("lent:ada", besides: shown) == "…to : Ada")
    #expect(excerpt("-zebra", besides: shown) == nil)
  }

  @Test func anExcerptCanBeginWithTheMatch() {
    let found = FilterMatches("broken").hidden(in: item, besides: [:], lead: 0)
    #expect(found?.excerpt == "…broken, ask Ben.")
  }

  @Test func theExcerptIsOneLine() {
    let found = excerpt("case", besides: [.field(.name): "Drill"])
    #expect(found == "…the case. The lid of the case is broken, ask Ben.")
  }
}
