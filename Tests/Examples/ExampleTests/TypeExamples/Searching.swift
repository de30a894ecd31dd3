import Reprise
import Testing

@Suite struct SearchExamples {
  @Test func aFilterIgnoresAccentsAndCase() {
    let matches = TextFilter("lodz kit").matches("Łódź / Kitchen")  // true
    #expect(matches)
  }

  @Test func aTextIsFoldedOnceForManyFilters() {
    let places = ["Kitchen", "Küche", "Cellar"].map { (name: $0, folded: FoldedText($0)) }
    let filter = TextFilter("ku")
    let found = places.filter { filter.matches($0.folded) }.map(\.name)
    #expect(found == ["Küche"])
  }

  @Test func aSearchColumnIsFilled() {
    let column = TextFold.words("Łódź, 3 Chairs")
    #expect(column == "lodz 3 chairs")
    #expect(!TextFold.hasWord("…"))
  }
}
