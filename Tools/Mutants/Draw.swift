/// A selected change, and its purpose.
struct Mutant: Codable, Hashable, Sendable {
  var site: Site

  /// `rule 2.B.2` or `function`.
  var purpose: String
}

/// Selects changes by a seed, so that none is picked by hand.
struct Draw {
  let sites: [Site]
  let reach: Reach
  var numbers: SeededNumbers

  /// Selects some changes for each rule, among the sites that its tests reach.
  ///
  /// Sites that few rules reach are preferred: they are more likely to implement the rule.
  mutating func forRules(each count: Int) -> [Mutant] {
    let sitesByRule = reach.sitesByRule
    var rulesOfSite: [Int: Int] = [:]
    for site in sitesByRule.values.joined() { rulesOfSite[site, default: 0] += 1 }
    let byID = Dictionary(uniqueKeysWithValues: sites.map { ($0.id, $0) })
    var drawn: [Mutant] = []
    for (rule, reached) in sitesByRule.sorted(by: { $0.key < $1.key }) {
      var candidates = reached.sorted().filter { byID[$0] != nil }
      for _ in 0..<count where !candidates.isEmpty {
        let weights = candidates.map { site in
          let rules = Double(rulesOfSite[site] ?? 1)
          return 1 / (rules * rules)
        }
        let index = numbers.index(weights)
        if let site = byID[candidates.remove(at: index)] {
          drawn.append(Mutant(site: site, purpose: "rule \(rule)"))
        }
      }
    }
    return drawn
  }

  /// Selects one change for each of some functions.
  mutating func forFunctions(_ count: Int) -> [Mutant] {
    let groups = Dictionary(grouping: sites) { "\($0.file) \($0.function)" }
    var names = groups.keys.sorted()
    var drawn: [Mutant] = []
    while drawn.count < count, !names.isEmpty {
      let name = names.remove(at: numbers.below(names.count))
      let choices = groups[name] ?? []
      drawn.append(Mutant(site: choices[numbers.below(choices.count)], purpose: "function"))
    }
    return drawn
  }
}

/// Seeded random numbers (SplitMix64).
struct SeededNumbers {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// A number from 0 up to, but not including, a limit.
  mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(limit)) }

  /// An index, chosen with a probability proportional to its weight.
  mutating func index(_ weights: [Double]) -> Int {
    var rest = Double(next() >> 11) / Double(1 << 53) * weights.reduce(0, +)
    for (index, weight) in weights.enumerated() {
      rest -= weight
      if rest < 0 { return index }
    }
    return weights.count - 1
  }
}
