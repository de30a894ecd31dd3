/// Texts that are part of the program itself, so that it works wherever it is copied to.
public enum ResourceText {
  /// The storyboard of Keepsake's screens.
  public static var storyboard: [UInt8] { PackageResources.keepsake_storyboard }

  /// The sample home of the demo, as a Homebox CSV.
  public static var sampleHome: [UInt8] { PackageResources.sample_home_csv }

  /// The part of a report before its items, as Mustache.
  public static var reportHead: [UInt8] { PackageResources.report_head_mustache }

  /// The heading of a place in a report.
  public static var reportHeading: [UInt8] { PackageResources.report_heading_mustache }

  /// An item in a report.
  public static var reportItem: [UInt8] { PackageResources.report_item_mustache }

  /// A picture or a page below an item in a report.
  public static var reportFigure: [UInt8] { PackageResources.report_figure_mustache }

  /// The part of a report after its items.
  public static var reportFoot: [UInt8] { PackageResources.report_foot_mustache }
}
