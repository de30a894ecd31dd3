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

  @Test func foundWordsAreMarkedInTheText() {
    let found = FoldedWords("Crème brûlée").ranges(of: "brul", isPrefix: true)  // [6..<10]
    #expect(found == [6..<10])
    let text = AttributedText("Crème brûlée").adding(.bold, in: found)
    #expect(text.runs.map(\.text) == ["Crème ", "brûl", "ée"])
  }

  @Test func aSearchColumnIsFilled() {
    let column = TextFold.words("Łódź, 3 Chairs")
    #expect(column == "lodz 3 chairs")
    #expect(!TextFold.hasWord("…"))
  }
}
