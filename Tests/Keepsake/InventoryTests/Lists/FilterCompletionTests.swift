import Inventory
import Testing

/// Completions of the word at the end of a filter.
@Suite struct FilterCompletionTests {
  private func completion(of filter: String) -> FilterCompletion? {
    FilterCompletion(filter) { source in
      switch source {
      case .tags: ["red", "Reading room", "loud"]
      case .categories: ["Power tools"]
      }
    }
  }

  @Test(arguments: [
    ("pri", "ce>"), ("war", "ranty<"), ("tea -no", ":"), ("Bou", "ght:"), ("is:le", "nt"),
    ("is:", "insured"), ("has:ph", "oto"), ("no:ser", "ial"), ("tag:re", "d"), ("TAG=RE", "d"),
    ("tag:\"rea", nil), ("category:", "\"Power tools\""), ("-category:", "\"Power tools\""),
    ("is:lent", nil), ("p", nil), ("drill", nil), ("price>3", nil), ("price>", nil), ("", nil),
    ("tea ", nil), ("\"pri", nil), ("\"a b\" pri", "ce>"), ("tag:x", nil), ("is>", nil),
  ])
  func theEndingIsTheLikeliestOne(_ filter: String, _ ending: String?) {
    #expect(completion(of: filter)?.ending == ending)
  }

  @Test func allCandidatesKeepTheTypedBeginning() {
    #expect(completion(of: "tag:re")?.candidates == ["tag:red"])
    #expect(completion(of: "is:e")?.candidates == ["is:expired", "is:estimated"])
    #expect(completion(of: "Ca")?.candidates == ["Category:", "Cat:"])
  }

  @Test(arguments: ["pri", "is:le", "category:", "no:", "tag:lo"])
  func aCompletedFilterIsUnderstood(_ filter: String) throws {
    let query = ItemQuery(filter: filter + (try #require(completion(of: filter)).ending))
    #expect(query.unknownOperators.isEmpty && query.filterProblem == nil)
  }
}
